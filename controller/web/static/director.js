// @ts-check
// The page of those who conduct a tournament. It paints, and counts down to points in time that it was told.
import { buttonView, group } from './buttons.js';
import { attr, dress, list, make, show, text } from './dom.js';
import { screen } from './screen.js';

/** @typedef {import('./types').Director} Director */
/** @typedef {import('./types').Act} Act */

const DAY_S = 86400;

/** @param {number} seconds */
function left(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What the daemon's clock shows, by our own. */
let ahead = 0;

/** @returns {import('./types').View<import('./types').Timer>} */
function timerView() {
  const label = make('span', 'quiet');
  const at = make('b');
  const rest = make('span', 'left');
  let until = 0;

  function count() {
    const seconds = Math.max(0, Math.round((until - ahead - performance.now()) / 1000));
    text(rest, until && seconds < DAY_S ? left(seconds) : '');
  }
  const node = make('div', 'timer', label, at, rest);
  const ticking = setInterval(() => (node.isConnected ? count() : clearInterval(ticking)), 250);
  return {
    node,
    paint(timer) {
      text(label, timer.label);
      text(at, timer.at);
      until = timer.until_ms ?? 0;
      count();
    },
  };
}

function head() {
  const title = make('h1');
  const [stage, session, level, players, who, clock] = ['stage-name', '', '', '', 'quiet', 'clock'].map(kind => make('span', kind));
  const timers = make('div', 'timers');
  const buttons = group('head-buttons');
  const now = make('div', 'now', clock, level, timers, players);
  const node = make('header', 'head', make('div', 'name', title, stage, session), make('div', 'people', who, buttons.node), now);
  return {
    node,
    waits: buttons.node,
    paint(/** @type {Director} */ { header }) {
      ahead = header.now_ms - performance.now();
      text(title, header.title);
      text(stage, header.stage);
      text(session, header.session);
      text(level, header.level);
      text(players, header.players);
      text(who, header.who);
      text(clock, header.clock);
      for (const node of [stage, level]) show(node, node.textContent !== '');
      list(timers, header.timers, timer => timer.label, timerView);
      buttons.paint(header.buttons);
    },
    beat(/** @type {{clock: string}} */ beat) { text(clock, beat.clock); },
  };
}

function step() {
  const say = make('h2');
  const by = make('span', 'by');
  const rule = make('span', 'cites');
  const words = make('div', 'words', say, make('p', 'quiet', by, rule));
  attr(words, 'role', 'status');
  const node = make('section', 'step', words);
  return {
    node,
    paint(/** @type {Director} */ { step: now }) {
      dress(node, `step ${now.tone}`);
      text(say, now.say);
      text(by, now.by);
      text(rule, now.rule);
      show(node, now.say !== '');
    },
  };
}

/** @returns {import('./types').View<Act>} */
function actView() {
  const button = buttonView();
  const rule = make('span', 'cites quiet');
  const why = make('span', 'why');
  const node = make('div', 'act', button.node, make('p', '', rule, why));
  return {
    node,
    paint(act, index) {
      button.paint(act.button, index);
      text(rule, act.rule);
      text(why, act.why);
    },
  };
}

/** @param {string} classes */
function actsPart(classes) {
  const node = make('div', classes);
  return {
    node,
    /** @param {Act[]} acts */
    paint(acts) {
      list(node, acts, act => act.button.id, actView);
      show(node, acts.length > 0);
    },
  };
}

/** @returns {import('./types').View<import('./types').GridRow & {columns: import('./types').Column[]}>} */
function rowView() {
  const node = make('tr');
  const last = make('td', 'row-buttons');
  /** @type {HTMLElement[]} */
  let cells = [];
  return {
    node,
    paint(row) {
      dress(node, row.tone);
      if (cells.length !== row.cells.length) {
        cells = row.cells.map(() => make('td'));
        node.replaceChildren(...cells, last);
      }
      row.cells.forEach((cell, place) => {
        dress(cells[place], row.columns[place]?.number ? 'number' : '');
        text(cells[place], cell);
      });
      list(last, row.buttons, button => button.id, () => buttonView());
    },
  };
}

/** @returns {import('./types').View<import('./types').Grid>} */
function gridView() {
  const title = make('h3');
  const columns = make('tr');
  const rows = make('tbody');
  const empty = make('p', 'quiet');
  const table = make('table', '', make('thead', '', columns), rows);
  const node = make('section', 'grid-of', title, table, empty);
  return {
    node,
    paint(grid) {
      text(title, grid.title);
      text(empty, grid.empty);
      show(empty, grid.rows.length === 0);
      show(table, grid.rows.length > 0);
      const wanted = grid.columns.map(column => column.label).join('|');
      if (columns.dataset.of !== wanted) {
        columns.dataset.of = wanted;
        columns.replaceChildren(...grid.columns.map(column => make('th', column.number ? 'number' : '', column.label)), make('th'));
      }
      list(rows, grid.rows.map(row => ({ ...row, columns: grid.columns })), row => row.id, rowView);
    },
  };
}

/** @returns {import('./types').View<import('./types').Note>} */
function noteView() {
  const label = make('span', 'quiet');
  const value = make('b');
  return {
    node: make('p', 'sum', label, value),
    paint(note) {
      text(label, note.label);
      text(value, note.value);
    },
  };
}

function section() {
  const notes = make('div', 'sums');
  const buttons = group('section-buttons');
  const acts = actsPart('acts wide');
  const grids = make('div', 'grids');
  const node = make('div', 'section scroll', make('div', 'section-head', notes, buttons.node), acts.node, grids);
  let open = '';
  return {
    node,
    paint(/** @type {Director} */ { section: now, tabs }) {
      list(notes, now.notes, note => note.label, noteView);
      buttons.paint(now.buttons);
      acts.paint(now.acts);
      list(grids, now.grids, (_, index) => index, gridView);
      const tab = tabs.find(one => one.tone === 'next')?.id ?? '';
      if (tab !== open) node.scrollTop = 0;
      open = tab;
    },
  };
}

function body() {
  const acts = actsPart('acts scroll');
  const undo = actsPart('undo');
  const tabs = group('tabs');
  const part = section();
  const node = make('div', 'sides', make('div', 'side-acts', acts.node, undo.node), make('div', 'side-section', tabs.node, part.node));
  return {
    node,
    paint(/** @type {Director} */ state) {
      acts.paint(state.acts);
      undo.paint(state.undo ? [state.undo] : []);
      tabs.paint(state.tabs);
      part.paint(state);
      node.classList.toggle('no-acts', state.acts.length === 0 && !state.undo);
    },
  };
}

screen('director', { grid: 'director', top: [head(), step()], parts: [body()] });
