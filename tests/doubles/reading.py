"""What keeps people from reading or using a page: the checks that a screen reader's user or a thumb would make."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.chromium import Page

CONTRAST = 4.5  # of text, for people who see badly
THUMB = 44  # pixels
#: A board of another server or of Dancing may have any number of columns: the first touch only enlarges it.
NARROW = ".zooms:not(.large) [data-spot]"

#: All that is wrong on the page, in words.
FAULTS = """
((least, thumb, narrow) => {
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
        const contrast = Math.min(...ground(one).map(light).map((other) => {
            return (Math.max(ink, other) + 0.05) / (Math.min(ink, other) + 0.05);
        }));
        if (contrast < least - 0.01) faults.push(`contrast ${contrast.toFixed(2)}: ${path(one)}`);
    }

    // The page fits, and so do thumbs

    if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
    for (const one of all('#board *')) {
        const box = one.getBoundingClientRect();
        if (box.right > innerWidth + 1 && !one.closest('.seats, .zooms.large')) faults.push(`sticks out: ${path(one)}`);
    }
    if (thumb) {
        for (const one of all('button, #brand, summary, input:not([type=checkbox])')) {
            const { width, height } = one.getBoundingClientRect();
            if (one.matches(narrow) || one.closest('.unseen')) continue;
            const isSmall = Math.min(width, height) < thumb - 0.5;
            if (isSmall) faults.push(`${width.toFixed()} x ${height.toFixed()}: ${path(one)}`);
        }
    }
    return faults;
})(%s)
"""


def faults(page: Page, *, is_phone: bool) -> list[str]:
    found: Any = page.run(FAULTS % ", ".join(map(json.dumps, (CONTRAST, THUMB if is_phone else 0, NARROW))))
    return [str(one) for one in found]
