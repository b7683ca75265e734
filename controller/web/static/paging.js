// @ts-check
// Long text is paged with two large buttons: nobody scrolls with a finger across a table.
import { buttonView } from './buttons.js';
import { make, show, text } from './dom.js';

/** @param {HTMLElement} content */
export function paged(content) {
  const up = buttonView('page-key');
  const down = buttonView('page-key');
  const where = make('span', 'where quiet');
  const keys = make('div', 'page-keys', up.node, where, down.node);
  const node = make('div', 'paged', content, keys);

  // A page ends before the first child it would cut, unless that child alone is longer than a page.
  function next() {
    const foot = content.scrollTop + content.clientHeight;
    const cut = [...content.children].find(child => bottom(child) > foot + 1);
    const top = cut ? place(cut) : foot;
    content.scrollTop = top > content.scrollTop + 1 ? top : content.scrollTop + content.clientHeight * 0.85;
    refresh();
  }

  function previous() {
    const head = content.scrollTop;
    const first = [...content.children].find(child => bottom(child) > head - content.clientHeight && place(child) >= head - content.clientHeight);
    const top = first ? place(first) : 0;
    content.scrollTop = top < head - 1 ? top : head - content.clientHeight * 0.85;
    refresh();
  }

  /** @param {Element} child */
  const place = child => /** @type {HTMLElement} */ (child).offsetTop - content.offsetTop;
  /** @param {Element} child */
  const bottom = child => place(child) + /** @type {HTMLElement} */ (child).offsetHeight;

  /** @param {Element} child */
  const whole = child => place(child) >= content.scrollTop - 1 && bottom(child) <= content.scrollTop + content.clientHeight + 1;

  function refresh() {
    const last = content.scrollHeight - content.clientHeight;
    up.paint({ id: 'page-up', label: 'Up', icon: 'up', enabled: content.scrollTop > 1, run: previous }, 0);
    down.paint({ id: 'page-down', label: 'Down', icon: 'down', enabled: content.scrollTop < last - 1, run: next }, 0);
    show(keys, last > 1);
    content.classList.toggle('more', content.scrollTop < last - 1 && content.firstElementChild?.tagName !== 'BUTTON');
    // Half a button cannot be read and must not be touched.
    for (const child of content.children) child.classList.toggle('cut', child.tagName === 'BUTTON' && !whole(child));
    text(where, `${Math.round((100 * (content.scrollTop + content.clientHeight)) / content.scrollHeight)} %`);
  }

  return {
    node,
    refresh,
    top() {
      content.scrollTop = 0;
      refresh();
    },
  };
}
