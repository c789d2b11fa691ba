// What leads back to the user's seat without a password, for as long as the tab is open; a password is stored nowhere.

const SEAT = 'tilenet.seat';

/**
 * A resume token works once, and only on the server that gave it.
 * @typedef {{ token: string, server: string }} Key
 * @typedef {Key & { name: string, isGuest: boolean }} Seat
 */

/** @type {Key} */
export const NO_KEY = { token: '', server: '' };

// The name of an account alone leads nowhere.
/** @param {Seat} seat */
export function rememberSeat(seat) {
  if (seat.isGuest || seat.token !== '') sessionStorage.setItem(SEAT, JSON.stringify(seat));
  else forgetSeat();
}

export function forgetSeat() {
  sessionStorage.removeItem(SEAT);
}

/** @returns {Seat | null} */
export function rememberedSeat() {
  try {
    const { name, isGuest, token, server } = JSON.parse(sessionStorage.getItem(SEAT) ?? '');
    return { name: String(name), isGuest: Boolean(isGuest), token: String(token), server: String(server) };
  } catch {
    return null;
  }
}
