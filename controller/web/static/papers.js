// @ts-check
// What is to be printed, as it will lie on paper. Only the papers are printed, each on a sheet of its own.
import { dialog } from './dialog.js';
import { list, make, show, text } from './dom.js';

/** @typedef {import('./types').Paper} Paper */

/** @returns {import('./types').View<import('./types').Note>} */
function factView() {
  const label = make('dt');
  const value = make('dd');
  return {
    node: make('div', 'fact', label, value),
    paint(fact) {
      text(label, fact.label);
      text(value, fact.value);
    },
  };
}

/** Cells of a row, as wide as what stands in them. @param {string} tag @param {string[]} cells @param {import('./types').Column[]} columns */
function row(tag, cells, columns) {
  return make('tr', '', ...cells.map((cell, place) => make(tag, columns[place]?.number ? 'number' : '', cell)));
}

/** @returns {import('./types').View<Paper>} */
function paperView() {
  const head = make('p', 'paper-head');
  const title = make('h3');
  const facts = make('dl');
  const columns = make('thead');
  const rows = make('tbody');
  const table = make('table', '', columns, rows);
  const foot = make('p', 'paper-foot');
  return {
    node: make('article', 'paper', head, title, facts, table, foot),
    paint(paper) {
      text(head, paper.head);
      text(title, paper.title);
      list(facts, paper.facts, fact => fact.label, factView);
      show(table, paper.columns.length > 0);
      columns.replaceChildren(row('th', paper.columns.map(column => column.label), paper.columns));
      rows.replaceChildren(...paper.rows.map(cells => row('td', cells, paper.columns)));
      text(foot, paper.foot);
    },
  };
}

export function papers() {
  const frame = dialog('papers');
  const content = make('div', 'scroll');
  frame.body.append(content);
  return {
    node: frame.node,
    /** @param {import('./types').PapersSheet} sheet */
    paint(sheet) {
      frame.head(sheet.title);
      list(content, sheet.papers, (_, index) => index, paperView);
      const print = { id: 'print', label: sheet.print, tone: 'next', run: () => window.print() };
      frame.foot.paint([sheet.close, print, ...(sheet.on_printer ? [sheet.on_printer] : [])]);
    },
  };
}
