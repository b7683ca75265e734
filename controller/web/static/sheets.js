// @ts-check
import { boxes } from './boxes.js';
import { buttonView } from './buttons.js';
import { dialog } from './dialog.js';
import { dress, list, make, style, text } from './dom.js';
import { incident } from './incident.js';
import { paged } from './paging.js';
import { papers } from './papers.js';
import { rail } from './rail.js';
import { sign } from './signs.js';
import { carry } from './touch.js';
import { words } from './words.js';

/** @typedef {import('./types').Sheet} Sheet */
/** @typedef {import('./types').Button} Button */

/** @param {number} count */
function columns(count) {
  if (count <= 2) return Math.max(1, count);
  if (count === 4) return 2;
  return count <= 9 ? 3 : 4;
}

function choose() {
  const frame = dialog('choose');
  dress(frame.body, 'body grid');
  return {
    node: frame.node,
    /** @param {import('./types').ChooseSheet} sheet */
    paint(sheet) {
      const { buttons } = sheet;
      frame.head(sheet.title, sheet.detail);
      style(frame.body, '--columns', String(columns(buttons.length)));
      list(frame.body, buttons, button => button.id, () => buttonView('choice'));
      frame.foot.paint([sheet.close]);
    },
  };
}

/** @returns {import('./types').View<import('./types').Entry & {tone?: string}>} */
function blockView() {
  const head = make('span');
  const body = make('p');
  const shape = sign();
  const node = make('article', '', make('h3', '', shape.node, head), body);
  return {
    node,
    paint(block) {
      dress(node, `block ${block.tone ?? 'plain'}`);
      shape.paint(block.tone);
      text(head, block.head);
      text(body, block.text);
    },
  };
}

function page() {
  const frame = dialog('page');
  const content = make('div', 'content');
  const pages = paged(content);
  frame.body.append(pages.node);
  let shown = '';
  return {
    node: frame.node,
    /** @param {import('./types').PageSheet} sheet */
    paint(sheet) {
      frame.head(sheet.title);
      list(content, sheet.blocks, (_, index) => index, blockView);
      frame.foot.paint([sheet.close, ...sheet.buttons]);
      if (shown === sheet.title) pages.refresh();
      else pages.top();
      shown = sheet.title;
    },
  };
}

/** A past round after one of its records: the layout as it was, and nothing of it to be touched. */
function past() {
  const frame = dialog('past');
  const parts = [rail(), boxes()];
  dress(frame.body, 'body then');
  frame.body.append(...parts.map(part => part.node));
  return {
    node: frame.node,
    /** @param {import('./types').PastSheet} sheet */
    paint(sheet) {
      frame.head(sheet.title, sheet.detail);
      frame.node.classList.toggle('words', !sheet.boxes.length);
      for (const part of parts) part.paint(/** @type {any} */ (sheet));
      frame.foot.paint([sheet.close, ...sheet.buttons]);
    },
  };
}

/** Ü is found by U: the pad has no accents. @param {string} value */
const plain = value => value.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

const DIGITS = [...'123456789.0'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function search() {
  const frame = dialog('search with-pad');
  const results = make('div', 'content results');
  const pages = paged(results);
  const pad = make('div', 'search-pad');
  frame.body.append(pages.node, pad);
  /** @type {import('./types').SearchSheet | null} */
  let sheet = null;
  let typed = '';
  let letters = false;
  /** @type {{head: string, text: string} | null} */
  let reading = null;

  /** @param {string} more */
  const type = more => () => { typed += more; refresh(); };
  const rub = () => { typed = typed.slice(0, -1); refresh(); };
  const turn = () => { letters = !letters; refresh(); };
  const leave = () => { reading = null; refresh(); };

  /** @returns {Button[]} */
  function keys() {
    const typing = (letters ? LETTERS : DIGITS).map(key => ({ id: key, label: key, run: type(key) }));
    const space = letters ? [{ id: 'space', label: 'Space', icon: 'space', run: type(' ') }] : [];
    return [...typing, ...space, { id: 'rub', label: 'Delete', icon: 'rub', run: rub }, { id: 'turn', label: letters ? '123' : 'ABC', run: turn }];
  }

  function found() {
    const wanted = plain(typed);
    const all = sheet?.entries ?? [];
    return all.filter(entry => plain(entry.head).startsWith(wanted) || plain(`${entry.head} ${entry.text}`).includes(wanted))
      .sort((a, b) => Number(plain(b.head).startsWith(wanted)) - Number(plain(a.head).startsWith(wanted)));
  }

  /** @returns {import('./types').View<{head: string, text: string}>} */
  function entryView() {
    const view = buttonView('entry');
    const head = make('b');
    const line = make('span', 'line');
    view.node.replaceChildren(make('span', 'label', head, ' ', line));
    return {
      node: view.node,
      paint(entry) {
        text(head, entry.head);
        text(line, entry.text);
        dress(view.node, 'button entry');
        carry(view.node, { id: entry.head, label: '', run: () => { reading = entry; refresh(); } });
      },
    };
  }

  function refresh() {
    if (!sheet) return;
    frame.head(reading ? reading.head : sheet.title, reading ? '' : `${typed}▏`);
    frame.node.classList.toggle('reading', reading !== null);
    pad.classList.toggle('letters', letters);
    list(pad, reading ? [] : keys(), key => key.id, () => buttonView('key'));
    if (reading) list(results, [reading], () => 'reading', blockView);
    else list(results, found(), entry => entry.head, entryView);
    frame.foot.paint(reading ? [{ id: 'back', label: words.back, run: leave }] : [sheet.close]);
    pages.top();
  }

  return {
    node: frame.node,
    /** @param {import('./types').SearchSheet} now */
    paint(now) {
      if (sheet?.title === now.title && sheet.entries.length === now.entries.length) {
        sheet = now;
        if (!reading) frame.foot.paint([now.close]);
        return;
      }
      sheet = now;
      typed = '';
      reading = null;
      refresh();
    },
    close() { sheet = null; },
  };
}

export function sheets() {
  const rules = search();
  /** @type {Record<string, {node: HTMLElement, paint: (sheet: any) => void}>} */
  const kinds = { choose: choose(), page: page(), search: rules, papers: papers(), past: past(), incident: incident() };
  const node = make('div', 'layer sheets');
  node.hidden = true;
  return {
    node,
    /** @param {Sheet | null} sheet */
    paint(sheet) {
      node.hidden = sheet === null;
      if (!sheet) {
        rules.close();
        node.replaceChildren();
        return;
      }
      const view = kinds[sheet.kind];
      if (node.firstChild !== view.node) node.replaceChildren(view.node);
      view.paint(sheet);
    },
  };
}
