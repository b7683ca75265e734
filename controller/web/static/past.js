// @ts-check
// The time machine of an evidence file. It opens from a folder, without a daemon: what it shows lies in scripts beside
// it. The screens are painted by the panel's own parts.
import { boxes } from './boxes.js';
import { row } from './buttons.js';
import { attr, dress, make, show, style, text } from './dom.js';
import { header } from './header.js';
import { wear } from './looks.js';
import { prompt } from './prompt.js';
import { rail } from './rail.js';

/**
 * @typedef {{at: string, step: number, tone: string, text: string}} Line
 * @typedef {{head: string[], lines: Line[], result: string[], later: Line[], remarks: string[]}} Story
 * @typedef {{record: number, at: string, hash: string, dealer: Record<string, Shape>, archive: Record<string, Shape> | null}} Step
 * @typedef {Record<string, number | number[]>} Shape  each part by its place in the pool
 * @typedef {{round: number, pool: any[], steps: Step[], story: Record<string, Story>, tournament: Record<string, Story> | null, records: string[]}} Round
 * @typedef {{title: string, look: any, rounds: number[], languages: string[], words: Record<string, Record<string, string>>}} Contents
 */

const WIDE_MM = 219;
const HIGH_MM = 134;  // of a panel whose rows are not pressed
const PLAY_MS = 700;

/** @type {Contents} */
const contents = Object(window).CONTENTS;
/** @type {Map<number, Round>} */
const rounds = new Map();
const parts = [header(), prompt(), rail(), boxes(), row('actions', 'Actions'), row('fixed', 'Always')];

let language = contents.languages[0];
let view = 'dealer';
let tab = 'screen';
/** @type {Round | null} */
let round = null;
let at = 0;
let playing = 0;

/** @param {string} name */
const word = name => contents.words[language][name];

/** @param {string} name @param {() => void} run */
function key(name, run) {
  const node = /** @type {HTMLButtonElement} */ (make('button'));
  node.type = 'button';
  node.dataset.name = name;
  node.addEventListener('click', run);
  return node;
}

const title = make('b');
const choice = /** @type {HTMLSelectElement} */ (make('select'));
const tabs = ['screen', 'story', 'tournament', 'records'].map(name => key(name, () => { tab = name; paint(); }));
const views = ['dealer', 'archive'].map(name => key(name, () => { view = name; paint(); }));
const languages = contents.languages.map(name => key(name, () => { language = name; paint(); }));
const slider = /** @type {HTMLInputElement} */ (make('input'));
slider.type = 'range';
slider.min = '0';
const moves = [['first', () => go(0)], ['back', () => go(at - 1)], ['on', () => go(at + 1)], ['play', toggle]];
const keys = moves.map(([name, run]) => key(/** @type {string} */ (name), /** @type {() => void} */ (run)));
const where = make('span');
const said = make('div', 'past-said');
const later = key('later', () => { tab = 'story'; paint(); told.querySelector('.later')?.scrollIntoView(); });
dress(later, 'past-later');
const below = make('div', 'below', make('div', 'table-view', ...parts.slice(2).map(part => part.node)));
const main = make('main', 'main', parts[0].node, parts[1].node, below);
attr(main, 'inert', '');
const told = make('div', 'past-text');
const stage = make('div', 'stage', main, told);
document.body.className = 'past';
document.body.append(
  make('div', 'past-bar', title, choice, ...tabs, ...views, ...languages),
  later,
  stage,
  make('div', 'past-foot', ...keys, slider, where, said),
);

/** @param {Round} found @param {Shape} shape @returns {any} */
function stateOf(found, shape) {
  const take = (/** @type {number | number[]} */ place) =>
    Array.isArray(place) ? place.map(one => found.pool[one]) : found.pool[place];
  const made = Object.fromEntries(Object.entries(shape).map(([name, place]) => [name, take(place)]));
  const mm = Math.min(stage.clientWidth / WIDE_MM, stage.clientHeight / HIGH_MM);
  return { ...made, look: { ...contents.look, lang: language, mm } };
}

/** @param {number} step */
function go(step) {
  if (!round) return;
  at = Math.max(0, Math.min(round.steps.length - 1, step));
  if (at === round.steps.length - 1) stop();
  paint();
}

function stop() {
  clearInterval(playing);
  playing = 0;
}

function toggle() {
  if (playing) stop();
  else playing = setInterval(() => go(at + 1), PLAY_MS);
  paint();
}

/** @param {Line} line */
function lineNode(line) {
  // A class of its own: the panel dresses a .card and a .prompt as the things themselves.
  const node = make('p', `of-${line.tone}${line.step === at ? ' now' : ''}`, make('span', 'at', line.at), line.text);
  if (line.step >= 0) {
    attr(node, 'data-step', String(line.step));
    node.addEventListener('click', () => { tab = 'screen'; go(line.step); });
  }
  return node;
}

/** @param {Story} story */
function tell(story) {
  const plain = (/** @type {string[]} */ lines) => lines.map(line => make('p', '', line));
  const rule = () => make('p', '', '\u00a0');
  told.replaceChildren(
    ...plain(story.head), rule(), ...story.lines.map(lineNode), rule(), ...plain(story.result),
    rule(), ...story.later.length ? [make('p', 'later', `${word('later')} ${story.later.length}`)] : [],
    ...story.later.map(lineNode),
    rule(), ...plain(story.remarks),
  );
  told.querySelector('.now')?.scrollIntoView({ block: 'center' });
}

/** @param {string[]} records @param {number} record  where the slider stands */
function list(records, record) {
  told.replaceChildren(...records.map(one => make('pre', one.startsWith(`${record} `) ? 'now' : '', one)));
  told.querySelector('.now')?.scrollIntoView({ block: 'nearest' });
}

function paint() {
  if (!round) return;
  const step = round.steps[at];
  const archive = step.archive;
  for (const node of [...tabs, ...views, ...languages, ...keys]) {
    const name = node.dataset.name ?? '';
    const pressed = [tab, view, language, playing ? 'play' : ''].includes(name);
    text(node, word(name) ?? name);
    attr(node, 'aria-pressed', String(pressed));
  }
  for (const node of views) show(node, archive !== null);
  for (const node of tabs) show(node, node.dataset.name !== 'tournament' || round.tournament !== null);
  slider.max = String(round.steps.length - 1);
  slider.value = String(at);
  for (const option of choice.options) text(option, `${word('round')} ${option.value}`);
  text(title, contents.title);
  text(where, `${step.at}  ${word('record')} ${step.record}`);
  const story = round.story[language];
  show(later, tab === 'screen' && story.later.length > 0);
  text(later, `${word('later')} ${story.later.length}`);
  text(said, story.lines.filter(line => line.step === at).map(line => line.text).join('\n'));
  show(main, tab === 'screen');
  show(told, tab !== 'screen');
  dress(stage, tab === 'screen' ? 'stage' : 'stage reading');
  if (tab === 'story') tell(story);
  if (tab === 'tournament' && round.tournament) tell(round.tournament[language]);
  if (tab === 'records') list(round.records, step.record);
  const shape = view === 'archive' && archive ? archive[language] : step.dealer[language];
  const state = stateOf(round, shape);
  wear(state.look);
  style(document.documentElement, '--mm', `${state.look.mm}px`);
  for (const part of parts) part.paint(state);
  attr(document.documentElement, 'data-step', String(at));  // painted: what a test waits for
}

/** @param {number} number */
function choose(number) {
  const found = rounds.get(number);
  stop();
  if (!found) return load(number);
  round = found;
  if (tab === 'tournament' && !round.tournament) tab = 'story';
  choice.value = String(number);
  go(0);
}

/** A script beside this page: a page from a folder may read nothing else. @param {number} number */
function load(number) {
  const script = document.createElement('script');
  script.src = `rounds/round-${String(number).padStart(6, '0')}.js`;
  script.onload = () => {
    rounds.set(number, Object(window).ROUND);
    choose(number);
  };
  document.head.append(script);
}

for (const number of contents.rounds) {
  const option = make('option');
  attr(option, 'value', String(number));
  choice.append(option);
}
choice.addEventListener('change', () => choose(Number(choice.value)));
slider.addEventListener('input', () => go(Number(slider.value)));
document.addEventListener('keydown', event => {
  if (event.target === slider) return;
  if (event.key === 'ArrowRight') go(at + 1);
  if (event.key === 'ArrowLeft') go(at - 1);
});
addEventListener('resize', paint);
choose(contents.rounds[0]);
