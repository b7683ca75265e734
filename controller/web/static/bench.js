// @ts-check
// The simulated hardware's own page: the same states, links and touches, in plain groups.
import { group } from './buttons.js';
import { attr, list, make, text } from './dom.js';
import { screen } from './screen.js';

/** @typedef {import('./types').Bench} Bench */

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

function groupsPart() {
  const node = make('div', 'bench-groups');
  return { node, paint: (/** @type {Bench} */ state) => list(node, state.groups, item => item.title, groupView) };
}

function titlePart() {
  const node = make('h1');
  return { node, paint: (/** @type {Bench} */ state) => text(node, state.title) };
}

function logPart() {
  const node = make('div', 'bench-log quiet');
  attr(node, 'role', 'log');
  return { node, paint: (/** @type {Bench} */ state) => list(node, state.log, (_, index) => index, lineView) };
}

screen('bench', { grid: 'bench', parts: [titlePart(), groupsPart(), logPart()], quick: true });
