// @ts-check
// Nothing here knows the panel. Every write is skipped when the page already says so: an unchanged
// state costs no layout.

/** @param {string} tag @param {string} [classes] @param {...(Node | string)} children @returns {HTMLElement} */
export function make(tag, classes, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.append(...children);
  return node;
}

/** @param {Element} node @param {string | number | null | undefined} value */
export function text(node, value) {
  const wanted = String(value ?? '');
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** @param {Element} node @param {string} name @param {string | null} value */
export function attr(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** @param {Element} node @param {string} classes */
export function dress(node, classes) {
  if (node.className !== classes) node.className = classes;
}

/** @param {HTMLElement} node @param {boolean} shown */
export function show(node, shown) {
  if (node.hidden === shown) node.hidden = !shown;
}

/** @param {HTMLElement} node @param {string} name @param {string} value */
export function style(node, name, value) {
  if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
}

/** One filled path in a 100 by 100 square. @param {string} classes @param {string} d */
export function shape(classes, d) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('class', classes);
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

/**
 * Dresses a node in the first of some ways in which nothing in it is cut off, or in the last: the longest words are shown
 * that there is room for. It must be measured, so only when something has changed.
 * @param {HTMLElement} node @param {string[]} ways @param {(way: string) => void} [wear]
 */
export function fit(node, ways, wear = way => dress(node, way)) {
  for (const way of ways) {
    wear(way);
    if (node.scrollWidth <= node.clientWidth) return;
  }
}

/** @type {WeakMap<Element, Map<string, import('./types').View<any>>>} */
const kept = new WeakMap();

/**
 * Paints one view per item. A key that stays keeps its node, so a finger on it stays on it.
 * @template T @param {Element} parent @param {T[]} items @param {(item: T, index: number) => string | number} key
 * @param {() => import('./types').View<T>} create
 */
export function list(parent, items, key, create) {
  const before = kept.get(parent) ?? new Map();
  const after = new Map();
  items.forEach((item, index) => {
    let name = String(key(item, index));
    while (after.has(name)) name += '+';  // two of a name are two, and neither is left behind
    const view = before.get(name) ?? create();
    after.set(name, view);
    view.paint(item, index);
    if (parent.children[index] !== view.node) parent.insertBefore(view.node, parent.children[index] ?? null);
  });
  for (const [name, view] of before) if (!after.has(name)) view.node.remove();
  kept.set(parent, after);
}
