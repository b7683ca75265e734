// @ts-check
// From a finger to at most one press. Nothing here listens to clicks or keys: a badge scanner ends its
// number with Enter and must never press a button by it.
import { attr, style } from './dom.js';

/** @typedef {import('./types').Button} Button */
/** @typedef {{node: HTMLElement, meaning: string, timer: number}} Press */

export const DEAF_MS = 300;

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

/** @param {PointerEvent} event */
function down(event) {
  if (event.button !== 0) return;
  if (swallowing) {
    swallowing = false;
    onSwallowed();
    return;
  }
  const node = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest('button')) : null;
  const held = node && carried.get(node);
  if (!node || !held || deaf(node)) return;
  const hold = held.button.hold_ms ?? 0;
  const timer = hold ? setTimeout(fire, hold, event.pointerId) : 0;
  presses.set(event.pointerId, { node, meaning: held.meaning, timer });
  style(node, '--hold', `${hold}ms`);
  node.classList.add('down');
  if (hold) node.classList.add('holding');
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

/** @param {(button: Button, node: HTMLElement) => void} press @param {number} [deafMs] */
export function listen(press, deafMs = DEAF_MS) {
  onPress = press;
  deafness = deafMs;
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', event => release(event.pointerId));
  document.addEventListener('contextmenu', event => event.preventDefault());
  window.addEventListener('blur', dropAll);
}
