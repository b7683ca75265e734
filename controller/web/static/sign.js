// @ts-check
// The table's sign: the players read it, nobody touches it. It only paints.
import { display } from './display.js';
import { dress, list, make, show, style, text } from './dom.js';
import { sign as shape } from './signs.js';
import { words } from './words.js';

/** @typedef {import('./types').Sign} Sign */
/** @typedef {Sign['payouts'][number]} Row */

const NOTEWORTHY = ['closing', 'limits', 'stopped'];
const ASK_AFTER_MS = 10000;  // an amount that nobody has confirmed for so long is no promise any more

/** @type {Sign | null} */
let state = null;
let heard = performance.now();
let asking = 0;

/** The longest text decides how large a line may be. @param {HTMLElement} node @param {string[]} lines */
function measure(node, lines) {
  style(node, '--letters', String(Math.max(1, ...lines.map(line => line.length))));
}

/** How wide an amount is: points and spaces are half a digit. @param {string} amount */
function digits(amount) {
  return amount.length - amount.replace(/[^., ]/g, '').length / 2;
}

function limitView() {
  const label = make('span', 'label');
  const value = make('b', 'amount');
  const per = make('span', 'per');
  const next = make('b', 'amount coming');
  return {
    node: make('div', 'limit', make('p', '', label, per), value, next),
    /** @param {Sign['limits'][number]} limit */
    paint(limit) {
      text(label, limit.label);
      text(per, limit.per);
      text(value, limit.value);
      text(next, limit.next);
      show(next, limit.next !== '');
    },
  };
}

function rowView() {
  const name = make('span');
  const value = make('span', 'paid');
  const node = make('li', '', name, value);
  return {
    node,
    /** @param {Row} row */
    paint(row) {
      dress(node, row.head ? 'head' : '');
      text(name, row.name);
      text(value, row.value);
    },
  };
}

/** Rows that share the height between them. */
function paytable() {
  const rows = make('ul', 'rows');
  const node = make('div', 'paytable', rows);
  return {
    node,
    /** @param {Row[]} now */
    paint(now) {
      style(node, '--rows', String(now.length));
      measure(node, now.map(row => `${row.name}  ${row.value}`));
      list(rows, now, (_, index) => index, rowView);
    },
  };
}

function side() {
  const title = make('h2');
  const amount = make('b', 'amount');
  const wager = make('span');
  const prizes = paytable();
  const note = make('p', 'fine');
  const node = make('section', 'side', make('header', '', title, wager), amount, prizes.node, note);
  return {
    node, amount,
    /** @param {Sign['side']} now */
    paint(now) {
      show(node, now !== null);
      if (!now) return;
      text(title, now.title);
      paintAmount(amount, now.amount);
      text(wager, now.wager);
      prizes.paint(now.rows);
      text(note, now.note);
      show(note, now.note !== '');
    },
  };
}

/** @param {HTMLElement} node @param {string} amount */
function paintAmount(node, amount) {
  text(node, amount);
  measure(node, [amount]);
  show(node, amount !== '');
}

const game = make('h1');
const table = make('span', 'table');
const mark = shape();
const title = make('span');
const detail = make('span', 'detail');
const status = make('div', 'status', make('b', '', mark.node, title), detail);
const limits = make('div', 'bounds');
const payouts = paytable();
const other = side();
const hours = make('span');
const lostShape = shape();
const lostWords = make('span');
const lost = make('span', 'lost', lostShape.node, lostWords);
lost.hidden = true;
lostShape.paint('fault');
const page = make('main', 'public',
  make('header', '', game, table), status, limits,
  make('div', 'columns', make('section', '', payouts.node), other.node),
  make('footer', '', hours, lost));

/** @param {Sign['status']} now */
function paintStatus(now) {
  dress(status, `status ${now.name}`);
  mark.paint(NOTEWORTHY.includes(now.name) ? 'attention' : '');
  text(title, now.title);
  text(detail, now.detail);
}

/** Nobody may take for true what is only old: limits and notices stay, an amount and a state do not. */
function ask() {
  if (!state) return;
  const { name, title: said, detail: more } = state.status;
  const notices = [NOTEWORTHY.includes(name) ? said : '', more].filter(Boolean).join('. ');
  paintStatus({ name: 'stopped', title: words.ask_dealer, detail: notices });
  if (!other.amount.hidden) paintAmount(other.amount, words.ask_dealer);
}

/** @param {Sign} now */
function paint(now) {
  text(game, now.game);
  text(table, now.table);
  paintStatus(now.status);
  list(limits, now.limits, limit => limit.label, limitView);
  const widest = now.limits.map(limit => Math.max(digits(limit.value), limit.next ? digits(limit.next) + 1 : 0));
  style(limits, '--digits', String(widest.reduce((sum, wide) => sum + wide)));
  payouts.paint(now.payouts);
  other.paint(now.side);
  text(hours, now.hours);
}

display('sign', page, [{
  node: page,
  paint(/** @type {Sign} */ now) {
    heard = performance.now();
    state = now;
    paint(now);
  },
  beat() { heard = performance.now(); },
  lost(why) {
    text(lostWords, why === 'refused' ? words.refused : why === 'disk' ? words.disk_title : words.lost_title);
    show(lost, true);
    clearTimeout(asking);
    asking = setTimeout(ask, ASK_AFTER_MS - (performance.now() - heard));
  },
  found() {
    clearTimeout(asking);
    show(lost, false);
    if (state) paint(state);  // a daemon that only hung sends no new state
  },
}]);
