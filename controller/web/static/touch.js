// @ts-check
// From a finger or a key to at most one press. A badge scanner is a keyboard too, which ends its number with
// Enter: that never presses a button.
import { attr, style } from './dom.js';

/** @typedef {import('./types').Button} Button */
/** @typedef {{node: HTMLElement, meaning: string, timer: number}} Press */

export const DEAF_MS = 300;
const SCANNED_MS = 500;  // an Enter so soon after a digit is a scanner's
const KEY = -2;  // the finger that a key is; no pointer has this number

/** @type {WeakMap<Element, {button: Button, meaning: string}>} */
const carried = new WeakMap();
/** @type {WeakMap<Element, number>} */
const hushedUntil = new WeakMap();
/** @type {Map<number, Press>} one press a finger */
const presses = new Map();
/** @type {(button: Button, node: HTMLElement) => void} */
let onPress = () => {};
let swallowing = false;
let onSwallowed = () => {};
let deafness = DEAF_MS;
let digitAt = -SCANNED_MS;

/** @param {Button} button */
export function meaning(button) {
  return JSON.stringify([button.id, button.act, button.args, button.enabled !== false]);
}

/** The node's button is deaf for a while; `aria-disabled` says so and is what a press asks.
 * @param {Element} node @param {number} [ms] */
export function hush(node, ms = deafness) {
  const until = performance.now() + ms;
  if (!ms || (hushedUntil.get(node) ?? 0) > until) return;
  hushedUntil.set(node, until);
  attr(node, 'aria-disabled', 'true');
  setTimeout(() => { if (hushedUntil.get(node) === until) attr(node, 'aria-disabled', null); }, ms);
}

/** Gives a node its button. A changed meaning drops the finger on it and makes it deaf.
 * @param {HTMLElement} node @param {Button} button */
export function carry(node, button) {
  const now = meaning(button);
  const before = carried.get(node)?.meaning;
  carried.set(node, { button, meaning: now });
  if (before === now) return;
  for (const [finger, press] of presses) if (press.node === node) release(finger);
  if (button.act) hush(node);
}

/** The next finger-down does nothing: it was meant for a screen that is gone. @param {() => void} then */
export function swallowNext(then) {
  swallowing = true;
  onSwallowed = then;
}

export function dropAll() {
  for (const finger of [...presses.keys()]) release(finger);
}

/** @param {number} finger */
function release(finger) {
  const press = presses.get(finger);
  presses.delete(finger);
  if (!press) return;
  clearTimeout(press.timer);
  press.node.classList.remove('down', 'holding');
}

/** @param {Element} node */
const deaf = node => node.closest('[aria-disabled="true"], [inert]') !== null || node.hasAttribute('disabled');

/** @param {number} finger */
function fire(finger) {
  const press = presses.get(finger);
  release(finger);
  const held = press && carried.get(press.node);
  if (!press || !held || held.meaning !== press.meaning || !press.node.isConnected || deaf(press.node)) return;
  onPress(held.button, press.node);
}

/** @param {EventTarget | null} target */
const buttonOf = target => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('button')) : null);

/** @param {EventTarget | null} target @param {number} finger */
function begin(target, finger) {
  if (swallowing) {
    swallowing = false;
    onSwallowed();
    return;
  }
  const node = buttonOf(target);
  const held = node && carried.get(node);
  if (!node || !held || deaf(node)) return;
  const hold = held.button.hold_ms ?? 0;
  const timer = hold ? setTimeout(fire, hold, finger) : 0;
  presses.set(finger, { node, meaning: held.meaning, timer });
  style(node, '--hold', `${hold}ms`);
  node.classList.add('down');
  if (hold) node.classList.add('holding');
}

/** @param {PointerEvent} event */
function down(event) {
  if (event.button === 0) begin(event.target, event.pointerId);
}

/** A touch stays captured by its first node, so the place under the finger is asked for.
 * @param {PointerEvent} event @param {Press} press */
function stillOn(event, press) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under !== null && press.node.contains(under);
}

/** @param {PointerEvent} event */
function move(event) {
  const press = presses.get(event.pointerId);
  if (press && !stillOn(event, press)) release(event.pointerId);
}

/** @param {PointerEvent} event */
function up(event) {
  const press = presses.get(event.pointerId);
  if (!press) return;
  if (press.timer || !stillOn(event, press)) release(event.pointerId);
  else fire(event.pointerId);
}

/** Whether this Enter ends what a scanner has typed. @param {KeyboardEvent} event */
export const isScanned = event => event.key === 'Enter' && performance.now() - digitAt < SCANNED_MS;

/** Enter and Space press what has the focus, and are held where a finger is. @param {KeyboardEvent} event */
function keyDown(event) {
  if (/^\d$/.test(event.key)) digitAt = performance.now();
  if (event.defaultPrevented || !['Enter', ' '].includes(event.key) || !buttonOf(event.target)) return;
  event.preventDefault();
  if (!event.repeat && !isScanned(event)) begin(event.target, KEY);
}

/** @param {KeyboardEvent} event */
function keyUp(event) {
  const press = presses.get(KEY);
  if (!press || !['Enter', ' '].includes(event.key)) return;
  if (press.timer) release(KEY);
  else fire(KEY);
}

/** At once, as a screen reader does. What is to be held is held by its key. @param {Element | null} target */
export function tap(target) {
  begin(target, KEY);
  if (presses.get(KEY)?.timer) release(KEY);
  else fire(KEY);
}

/** @param {(button: Button, node: HTMLElement) => void} press @param {number} [deafMs] */
export function listen(press, deafMs = DEAF_MS) {
  onPress = press;
  deafness = deafMs;
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  // A finger leaves no focus behind: keys are for those who use them.
  document.addEventListener('mousedown', event => { if (buttonOf(event.target)) event.preventDefault(); });
  document.addEventListener('keydown', keyDown);
  document.addEventListener('keyup', keyUp);
  document.addEventListener('focusout', () => release(KEY));
  document.addEventListener('click', event => { if (event.detail === 0) tap(buttonOf(event.target)); });
  document.addEventListener('pointercancel', event => release(event.pointerId));
  document.addEventListener('contextmenu', event => event.preventDefault());
  window.addEventListener('blur', dropAll);
}
