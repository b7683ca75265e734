// @ts-check
// What the screen says when the daemon cannot be asked. A state's own words go before these.

/** @type {Record<string, string>} */
const OWN = {
  lost_title: 'No connection',
  lost_detail: 'Stop dealing. What you see is from {at}.',
  lost_again: 'Trying again…',
  disk_title: 'The disk does not answer',
  disk_detail: 'Stop dealing. What you see is from {at}; nothing of it is lost. Call the technician.',
  lost_back: 'Connection is back. Touch once to go on.',
  refused: 'This screen is not known here. Check its address.',
  stale: 'Screen changed, touch again',
  cancel: 'Cancel',
  clear: 'Clear',
  back: 'Back',
  ok: 'OK',
  ask_dealer: 'Ask the dealer',
  staff_number: 'Staff number',
  pin: 'PIN',
  clean_title: 'Clean the screen now',
  clean_detail: 'Touches count again in {seconds} s.',
};

export const words = { ...OWN };

/** @param {Record<string, string>} theirs */
export function learn(theirs) {
  Object.assign(words, OWN, theirs);
}

/** @param {string} name @param {Record<string, string | number>} values */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ''));
}
