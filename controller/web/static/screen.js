// @ts-check
// How every screen that is touched starts. A role is a list of parts and a grid to put them in; what opens over
// them, how they are touched and what is said when the daemon is lost is the same for all. It decides nothing.
import { asks, nowOf } from './asks.js';
import { cleaning, cover, lostScreen } from './covers.js';
import { escape, pile } from './dialog.js';
import { display } from './display.js';
import { attr, make } from './dom.js';
import { toast } from './looks.js';
import { sheets } from './sheets.js';
import { play } from './sound.js';
import { DEAF_MS, dropAll, hush, listen, swallowNext } from './touch.js';
import { words } from './words.js';

/** @typedef {import('./types').Button} Button */
/** @typedef {import('./display').Part} Part */

const ANSWER_MS = 1500;

/**
 * The parts of the top stay in sight whatever opens: an alarm is always seen.
 * @param {string} role
 * @param {{grid: string, top?: Part[], parts: Part[], quick?: boolean}} made
 *        with `quick` a button may be touched as fast as a finger can: nothing on it is money
 */
export function screen(role, { grid, top = [], parts, quick = false }) {
  /** @type {any} */
  let state = null;
  let at = '';
  /** @type {Button | null} what somebody's PIN was asked for */
  let meant = null;
  let waiting = '';  // the touch whose answer is due; until then every button is deaf

  const message = toast();
  const sheet = sheets();
  const keypad = asks({ send, gone: () => message.say(words.stale), toggled: restack, accepted });
  const covered = cover(restack);
  const clean = cleaning(restack);
  const lost = lostScreen();
  const table = make('div', 'table-view', ...parts.map(part => part.node));
  const below = make('div', 'below', table, sheet.node, covered.node, keypad.node, message.node);
  const main = make('main', grid, ...top.map(part => part.node), below);
  const overTable = pile([table, sheet.node, covered.node, keypad.node]);
  const overAll = pile([main, clean.node, lost.node]);

  /** What a dialog uncovers is deaf for a moment. What is read beside it waits. */
  function restack() {
    overTable();
    for (const { waits } of top) if (waits) attr(waits, 'inert', table.inert ? '' : null);
    overAll();
    hush(stage);
  }

  /** @param {any} now */
  function painted(now) {
    /** @param {any} shown */
    const open = shown => shown?.sheet && `${shown.sheet.kind} ${shown.sheet.title}`;
    const [again, turned] = [state?.seq === now.seq, open(state) !== open(now)];
    state = now;
    sheet.paint(now.sheet ?? null);
    covered.paint(now);
    keypad.paint(now);
    if (turned) restack();
    if (now.sound === 'alarm') clean.stop();
    if (!again) play(now.sound, now.look.sounds);
    if (meant) carryOn();
  }

  /** @param {Button} button @param {object} [args] @param {Element} [node] @returns {string} */
  function send(button, args = button.args ?? {}, node) {
    if (!state || waiting || !button.act) return '';
    const id = link.send(state.seq, button.act, args);
    if (!id || quick) return id;
    waiting = id;
    attr(document.body, 'aria-disabled', 'true');
    setTimeout(settle, ANSWER_MS, id);
    if (node) hush(node);
    return id;
  }

  /** @param {string} id */
  function settle(id) {
    if (waiting !== id) return;
    waiting = '';
    attr(document.body, 'aria-disabled', null);
  }

  /** @param {import('./types').Reply} reply */
  function reply(reply) {
    settle(reply.id);
    if (keypad.answered(reply) || reply.ok) return;
    message.say(reply.rule ? `${reply.message} (${reply.rule})` : reply.message);
  }

  /** A touch that asked for somebody's PIN is not lost: what it was made for is done. What must be held still must be.
   * @param {Button} asked */
  function accepted(asked) {
    meant = asked.act === 'authorise' ? asked : null;
    carryOn();
  }

  function carryOn() {
    const now = meant && nowOf(state, meant);
    if (now?.act === 'authorise') return;  // the state that knows of the supervisor is still to be painted
    meant = null;
    if (now && now.enabled !== false && !now.hold_ms) press(now);
  }

  /** @param {Button} button @param {HTMLElement} [node] */
  function press(button, node) {
    meant = null;
    message.hide();
    if (button.run) button.run();
    else if (button.act === 'clean') clean.start();
    else if (button.ask) keypad.open(button, state?.look.lang ?? 'en');
    else send(button, button.args, node);
  }

  /** @param {string} why */
  function lose(why) {
    dropAll();
    settle(waiting);
    if (keypad.isOpen()) keypad.close();
    clean.stop();
    message.hide();
    lost.open(at || state?.header?.clock || '', why);
    restack();
  }

  function find() {
    lost.close();
    restack();
    if (quick) return;
    message.say(words.lost_back, true);
    swallowNext(message.hide);
  }

  const { link, stage } = display(role, main, [...top, ...parts], {
    screen: painted, reply, lost: lose, found: find, beat: beat => { at = beat.at; },
  });
  stage.append(clean.node, lost.node);
  listen(press, quick ? 0 : DEAF_MS);
  document.addEventListener('keydown', escape);
}
