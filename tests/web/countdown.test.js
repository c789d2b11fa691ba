// The countdown: it goes by the page's clock, and stops.

import { Countdown, shownTime } from '../../clients/web/countdown.js';
import { each, equal, stopClock, test } from './harness.js';

each('shown', [[0, '0 s'], [0.2, '1 s'], [59, '59 s'], [59.1, '1:00'], [61, '1:01'], [3600, '60:00']], (left, words) => equal(shownTime(left), words));

test('it counts each second, and says when it is nearly over', () => {
  const clock = stopClock();
  const countdown = new Countdown();
  document.body.append(countdown.element);
  equal([countdown.element.hidden, countdown.element.role], [true, 'timer']);
  countdown.draw(11.3);
  const seen = () => [countdown.element.textContent, countdown.element.classList.contains('soon')];
  equal(seen(), ['12 s', false]);
  clock.advance(301);
  equal(seen(), ['11 s', false]);
  clock.advance(1000);
  equal(seen(), ['10 s', true]);
  for (let second = 0; second < 10; second += 1) clock.advance(1000);
  equal([seen(), clock.timers.size], [['0 s', true], 0]);
});

test('it is hidden when there is nothing to wait for, and begins again', () => {
  const clock = stopClock();
  const countdown = new Countdown();
  document.body.append(countdown.element);
  countdown.draw(5);
  countdown.draw(null);
  equal([countdown.element.hidden, clock.timers.size], [true, 0]);
  countdown.draw(7);
  equal([countdown.element.hidden, countdown.element.textContent, clock.timers.size], [false, '7 s', 1]);
});

test('a clock that is faster is counted faster, and one that stands still not at all', () => {
  const clock = stopClock();
  const countdown = new Countdown();
  document.body.append(countdown.element);
  countdown.draw(10.5, 2);
  clock.advance(251);
  equal(countdown.element.textContent, '10 s');
  clock.advance(500);
  equal(countdown.element.textContent, '9 s');
  countdown.draw(9, 0);
  equal([countdown.element.hidden, countdown.element.textContent, clock.timers.size], [false, '9 s', 0]);
});

test('on a page that has another board it stops', () => {
  const clock = stopClock();
  const countdown = new Countdown();
  countdown.draw(5);
  clock.advance(1000);
  equal([countdown.element.textContent, clock.timers.size], ['5 s', 0]);
});
