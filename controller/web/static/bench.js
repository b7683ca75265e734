// @ts-check
// The simulated hardware's own page: the same states, links and touches, in plain groups.
import { asks } from './asks.js';
import { group } from './buttons.js';
import { lostScreen } from './covers.js';
import { attr, list, make, text } from './dom.js';
import { connect } from './link.js';
import { banner, toast, wear } from './looks.js';
import { hush, listen } from './touch.js';
import { learn, words } from './words.js';

/** @typedef {import('./types').Bench} Bench */

/** @type {Bench | null} */
let state = null;
let at = '';

/** @returns {import('./types').View<string>} */
function lineView() {
  const node = make('p', 'line');
  return { node, paint: line => text(node, line) };
}

/** @returns {import('./types').View<Bench['groups'][number]>} */
function groupView() {
  const title = make('h2');
  const lines = make('div', 'quiet');
  const buttons = group('bench-buttons');
  const node = make('section', 'bench-group', title, lines, buttons.node);
  attr(node, 'role', 'group');
  return {
    node,
    paint(now) {
      attr(node, 'aria-label', now.title);
      text(title, now.title);
      list(lines, now.lines, (_, index) => index, lineView);
      buttons.paint(now.buttons);
    },
  };
}

const simulated = banner();
const message = toast();
const title = make('h1');
const groups = make('div', 'bench-groups');
const log = make('div', 'bench-log quiet');
const main = make('main', 'bench', title, groups, log);
const lost = lostScreen();
const keypad = asks({ send, gone: () => message.say(words.stale), toggled: () => attr(main, 'inert', keypad.isOpen() ? '' : null) });
attr(log, 'role', 'log');
document.body.append(simulated.node, main, keypad.node, message.node, lost.node);

/** @param {import('./types').Button} button @param {object} [args] @returns {string} */
function send(button, args = button.args ?? {}) {
  return state && button.act ? link.send(state.seq, button.act, args) : '';
}

// A bench button may be touched as fast as a finger can: nothing on it is money.
listen((button, node) => {
  if (button.run) button.run();
  else if (button.ask) keypad.open(button, state?.look.lang ?? 'en');
  else send(button);
  hush(node);
}, 0);

const link = connect('bench', {
  screen(/** @type {Bench} */ now) {
    state = now;
    learn(now.words);
    wear(now.look);
    simulated.paint(now.banner);
    text(title, now.title);
    list(groups, now.groups, item => item.title, groupView);
    list(log, now.log, (_, index) => index, lineView);
    keypad.paint(now);
  },
  reply(/** @type {import('./types').Reply} */ reply) {
    if (!keypad.answered(reply) && !reply.ok) message.say(reply.message);
  },
  lost: refused => lost.open(at, refused),
  found: lost.close,
  beat(beat) { at = beat.at; },
});
