// What leads back to a seat after a reload.

import { forgetSeat, rememberSeat, rememberedSeat } from '../../clients/web/seat.js';
import { each, equal, test } from './harness.js';

const SEAT = { name: 'ann', isGuest: false, token: 'abc', server: 's' };

each(
  'a seat is remembered',
  [
    ['of an account with a token', SEAT, SEAT],
    ['of an account without one', { ...SEAT, token: '' }, null],
    ['of a guest without one', { ...SEAT, isGuest: true, token: '' }, { ...SEAT, isGuest: true, token: '' }],
  ],
  (_name, seat, expected) => {
    rememberSeat(SEAT);
    rememberSeat(seat);
    equal(rememberedSeat(), expected);
    forgetSeat();
    equal(rememberedSeat(), null);
  },
);

test('what cannot be read is no seat', () => {
  sessionStorage.setItem('tilenet.seat', 'ann');
  equal(rememberedSeat(), null);
});
