// @ts-check
// The dealer's panel: paints whole states, sends touches. It decides nothing.
import { asks } from './asks.js';
import { boxes } from './boxes.js';
import { row } from './buttons.js';
import { cleaning, cover, lostScreen } from './covers.js';
import { escape, pile } from './dialog.js';
import { attr, make, text } from './dom.js';
import { header } from './header.js';
import { connect } from './link.js';
import { banner, toast, wear } from './looks.js';
import { prompt } from './prompt.js';
import { rail } from './rail.js';
import { sheets } from './sheets.js';
import { play } from './sound.js';
import { dropAll, hush, listen, swallowNext } from './touch.js';
import { learn, words } from './words.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Button} Button */

const ANSWER_MS = 1500;

/** @type {State | null} */
let state = null;
let at = '';
let waiting = '';  // the touch whose answer is due; until then every button is deaf

const top = header();
const message = toast();
const simulated = banner();
const sentence = prompt();
const parts = [top, sentence, rail(), boxes()];
const actions = row('actions', 'Actions');
const fixed = row('fixed', 'Always');
const sheet = sheets();
const keypad = asks({
  send,
  gone: () => message.say(words.stale),
  toggled: restack,
});
const lost = lostScreen();
const clean = cleaning(restack);
const covered = cover(restack);

// What opens, opens below the prompt: whatever it is, an alarm is seen.
const table = make('div', 'table-view', ...parts.slice(2).map(part => part.node), actions.node, fixed.node);
const below = make('div', 'below', table, sheet.node, covered.node, keypad.node, message.node);
const main = make('main', 'main', top.node, sentence.node, below);
const stage = make('div', 'stage', main, clean.node, lost.node);
document.body.append(simulated.node, stage);
main.classList.add('blank');

const overTable = pile([table, sheet.node, covered.node, keypad.node]);
const overAll = pile([main, clean.node, lost.node]);

/** What a dialog uncovers is deaf for a moment. The prompt is read beside a dialog, but its rule waits. */
function restack() {
  overTable();
  attr(sentence.rule, 'inert', table.inert ? '' : null);
  overAll();
  hush(stage);
}

/** @param {State} now */
function screen(now) {
  const layersBefore = state?.sheet && `${state.sheet.kind} ${state.sheet.title}`;
  const again = state?.seq === now.seq;
  state = now;
  learn(now.words);
  wear(now.look);
  simulated.paint(now.banner);
  main.classList.remove('blank');
  for (const part of parts) part.paint(now);
  actions.paint(now.actions);
  fixed.paint(now.fixed);
  sheet.paint(now.sheet);
  covered.paint(now);
  keypad.paint(now);
  if (layersBefore !== (now.sheet && `${now.sheet.kind} ${now.sheet.title}`)) restack();
  if (now.sound === 'alarm') clean.stop();
  if (!again) play(now.sound, now.look.sounds);
  attr(document.documentElement, 'data-seq', String(now.seq));  // painted: what a test or a stopwatch waits for
}

/** @param {Button} button @param {object} [args] @param {Element} [node] @returns {string} */
function send(button, args = button.args ?? {}, node) {
  if (!state || waiting || !button.act) return '';
  const id = link.send(state.seq, button.act, args);
  if (!id) return '';
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

/** @param {Button} button @param {HTMLElement} node */
function press(button, node) {
  message.hide();
  if (button.run) button.run();
  else if (button.act === 'clean') clean.start();
  else if (button.ask) keypad.open(button, state?.look.lang ?? 'en');
  else send(button, button.args, node);
}

/** @param {boolean} refused */
function lose(refused) {
  dropAll();
  settle(waiting);
  if (keypad.isOpen()) keypad.close();
  clean.stop();
  message.hide();
  lost.open(at || state?.header.clock || '', refused);
  restack();
}

function find() {
  lost.close();
  restack();
  message.say(words.lost_back, true);
  swallowNext(message.hide);
}

listen(press);
document.addEventListener('keydown', escape);
const link = connect('dealer', {
  screen,
  reply,
  lost: lose,
  found: find,
  beat(beat) {
    at = beat.at;
    text(top.clock, beat.clock);
  },
});
