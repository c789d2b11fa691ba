"""What keeps people from reading or using a page: the checks that a screen reader's user or a thumb would make."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.chromium import Page

CONTRAST = 4.5  # of text, for people who see badly
THUMB, POINTER = 44, 24  # pixels that a finger can hit, and a mouse
DRAWN = 28  # pixels: a smaller drawing on a tile cannot be told from others
SHARE = 0.67  # of the width, that the board has at least
#: A board of another server or of Dancing may have any number of columns: the first touch only enlarges it.
NARROW = ".zooms:not(.large) [data-spot]"

#: All that is wrong on the page, in words.
FAULTS = """
((readable, isTouched, thumb, pointer, drawn, share, narrow) => {
    const faults = [];
    const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
    const all = (what) => [...document.querySelectorAll(what)].filter(shown);
    const name = (one) => (one.ariaLabel ?? '') || one.innerText.trim() || one.querySelector('img')?.alt || '';
    const path = (one) => `${one.tagName} #${one.id} .${one.className} ${one.innerText?.slice(0, 20)}`;

    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    if (new Set(ids).size !== ids.length) faults.push('two elements with one id');
    if (!document.documentElement.lang) faults.push('no language');
    if (all('main').length !== 1) faults.push(`${all('main').length} mains`);
    for (const one of all('button, a')) if (!name(one)) faults.push(`no name: ${path(one)}`);
    const isNamed = (one) => one.labels.length > 0 || Boolean(one.ariaLabel);
    for (const one of all('input, select')) if (!isNamed(one)) faults.push(`no label: ${path(one)}`);
    for (const one of all('img')) if (!one.hasAttribute('alt')) faults.push('an image without words');
    for (const one of all('[role=img]')) if (!one.ariaLabel) faults.push('a drawing without words');
    const stops = document.querySelectorAll('#play [data-spot][tabindex="0"]').length;
    if (all('#play [data-spot]').length && stops !== 1) faults.push(`${stops} tab stops in the board`);

    // Contrast, against the worst colour of a gradient

    const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = (rgb) => {
        const [r, g, b] = rgb.slice(0, 3).map((v) => (v <= 10 ? v / 3294 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = (top, below) => top.slice(0, 3).map((v, at) => v * (top[3] ?? 1) + below[at] * (1 - (top[3] ?? 1)));
    const ground = (one) => {
        for (let here = one; here; here = here.parentElement) {
            const style = getComputedStyle(here);
            if (style.backgroundImage.includes('gradient')) {
                return style.backgroundImage.match(/rgba?\\([^)]*\\)/g).map(rgb);
            }
            const colour = rgb(style.backgroundColor);
            if ((colour[3] ?? 1) > 0.99) return [colour];
            if ((colour[3] ?? 1) > 0) return ground(here.parentElement).map((below) => over(colour, below));
        }
        return [[255, 255, 255]];
    };
    const isFaint = (one) => {
        for (let here = one; here; here = here.parentElement) {
            const isOff = here.ariaDisabled === 'true' || here.disabled;
            if (isOff || Number(getComputedStyle(here).opacity) < 1) return true;
        }
        return false;
    };
    for (const one of all('body *')) {
        const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!hasText || isFaint(one) || one.closest('svg, .unseen, #say-button')) continue;
        const ink = light(rgb(getComputedStyle(one).color));
        const { webkitTextStrokeWidth: edge, webkitTextStrokeColor: around } = getComputedStyle(one);
        const grounds = parseFloat(edge) > 0 ? [rgb(around)] : ground(one);
        const contrast = Math.min(...grounds.map(light).map((other) => {
            return (Math.max(ink, other) + 0.05) / (Math.min(ink, other) + 0.05);
        }));
        if (contrast < readable - 0.01) faults.push(`contrast ${contrast.toFixed(2)}: ${path(one)}`);
    }

    // The page fits, and so do thumbs

    if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
    for (const one of all('#board *, #foot *, #top *')) {
        const box = one.getBoundingClientRect();
        if (box.right > innerWidth + 1 && !one.closest('.seats, .zooms.large')) faults.push(`sticks out: ${path(one)}`);
    }
    const least = isTouched ? thumb : pointer;
    for (const one of all(isTouched ? 'button, #brand, summary, input:not([type=checkbox])' : '#board button')) {
        const { width, height } = one.getBoundingClientRect();
        if (one.matches(narrow) || one.closest('.unseen')) continue;
        const isSmall = Math.min(width, height) < least - 0.5;
        if (isSmall) faults.push(`${width.toFixed()} x ${height.toFixed()}: ${path(one)}`);
    }
    for (const one of all('#board button:not(.door) svg')) {
        const { height } = one.getBBox();
        const shown = height * one.getScreenCTM().a;
        const on = path(one.closest('button'));
        if (shown > 0 && shown < drawn) faults.push(`a drawing ${shown.toFixed()} high: ${on}`);
    }

    // What is for screen readers alone makes no page wider that can be scrolled

    for (const one of all('ul .unseen, ol .unseen')) {
        if (one.offsetParent === document.body) faults.push(`nothing holds ${path(one)}`);
    }

    // The board is what one sees first, and nothing lies over anything else

    const stage = document.getElementById('stage');
    if (stage.getClientRects().length && !document.querySelector('dialog[open], .talking')) {
        const first = document.body.classList.contains('waits') ? 'waiting' : 'board'; // an invitation in its place
        const [board, foot] = [first, 'foot'].map((id) => document.getElementById(id));
        const before = stage.scrollTop;
        stage.scrollTop = 0;
        const [box, below] = [board.getBoundingClientRect(), foot.getBoundingClientRect()];
        const isBelow = below.height > 0 && below.left < box.right;
        const end = Math.min(box.bottom, isBelow ? below.top : innerHeight);
        const [width, height] = [box.width / innerWidth, (end - box.top) / Math.min(box.height, innerHeight / 2)];
        if (width < share) faults.push(`the board has only ${width.toFixed(2)} of the width`);
        if (height < 0.98) faults.push(`only ${height.toFixed(2)} of the board's height is seen first`);

        stage.scrollTop = stage.scrollHeight;
        const kinds = 'button, li, table, h1, dt, dd, .floor, .ball, .clock, .replay, #headline, #latest';
        const parts = all(`#stage :is(${kinds})`).filter((one) => !one.closest('#ending, .zooms.large'))
            .map((one) => [one, one.getBoundingClientRect()]);
        parts.forEach(([one, { left, top, right, bottom }], at) => {
            for (const [other, rect] of parts.slice(at + 1)) {
                const across = Math.min(right, rect.right) - Math.max(left, rect.left);
                const down = Math.min(bottom, rect.bottom) - Math.max(top, rect.top);
                if (Math.min(across, down) <= 2 || one.contains(other)) continue;
                faults.push(`${path(one)} lies over ${path(other)}`);
            }
        });
        stage.scrollTop = before;
    }
    return faults;
})(%s)
"""


def faults(page: Page, *, is_phone: bool) -> list[str]:
    given = CONTRAST, is_phone, THUMB, POINTER, DRAWN, SHARE, NARROW
    found: Any = page.run(FAULTS % ", ".join(map(json.dumps, given)))
    return [str(one) for one in found]
