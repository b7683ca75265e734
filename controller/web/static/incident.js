// @ts-check
// The sheet of a ruling, a dispute or a correction, as it will lie on paper. When it says which copy it is, it is
// on record that it was printed, and the browser prints it, once.
import { dialog } from './dialog.js';
import { paged } from './paging.js';

export function incident() {
  const frame = dialog('sheet-of');
  const content = document.createElement('div');
  content.className = 'content incident';
  const pages = paged(content);
  frame.body.append(pages.node);
  let shown = '';
  let printed = '';
  return {
    node: frame.node,
    /** @param {import('./types').IncidentSheet} sheet */
    paint(sheet) {
      frame.head(sheet.title);
      frame.foot.paint([sheet.close, sheet.print]);
      if (shown !== sheet.html) {
        shown = sheet.html;
        content.replaceChildren(...new DOMParser().parseFromString(sheet.html, 'text/html').body.children);
        pages.top();
      } else {
        pages.refresh();
      }
      const copy = `${sheet.title} ${sheet.copy}`;
      if (!sheet.copy || printed === copy) return;
      printed = copy;
      setTimeout(() => window.print());  // when it has been painted
    },
  };
}
