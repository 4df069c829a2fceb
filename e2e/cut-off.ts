import type { Page } from '@playwright/test';

/**
 * Names the parts of a page that are cut off: the page scrolls sideways; a control or a text is outside the
 * window, or wider or higher than its container; a dialog or one of its controls cannot be reached. A text
 * that ends with an ellipsis does not count, because its sheet shows it completely, except on paper.
 */
export function cutOffOn(page: Page, { isPrinted = false } = {}): Promise<string[]> {
  return page.evaluate((isOnPaper) => {
    const found = new Set<string>();
    const sideways = document.documentElement.scrollWidth - innerWidth;
    if (sideways > 0) found.add(`the page scrolls sideways by ${sideways}px`);
    const nameOf = (element: Element) =>
      `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)}`;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null;
    const layer = document.querySelector<HTMLElement>('[role=dialog], [role=alertdialog]');
    // The tutorial is part of the page and scrolls with it.
    const isOver = layer !== null && !layer.closest('main');
    if (isOver && !isOnPaper) {
      const { top, bottom, left, right } = layer.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight + 1 || left < 0 || right > innerWidth + 1) {
        found.add(`the dialog is cut off: ${top} to ${bottom} of ${innerHeight}`);
      }
    }
    const within = layer ?? document.body;
    const controls = 'a[href], button, input, select, textarea, [role=option], [role=menuitem]';
    for (const control of within.querySelectorAll<HTMLElement>(controls)) {
      // A row of tabs may scroll by itself.
      if (!isShown(control) || control.closest('.sr-only, [role=tablist]')) continue;
      if (layer) control.scrollIntoView({ block: 'nearest' });
      const { top, bottom, left, right, width, height } = control.getBoundingClientRect();
      if (width === 0 || control.matches('a[href="#main"]')) continue;
      if (left < -1 || right > innerWidth + 1) found.add(`out of the window: ${nameOf(control)}`);
      if (
        isOver &&
        !isOnPaper &&
        (top < -1 || bottom > innerHeight + 1) &&
        height < innerHeight / 2
      ) {
        found.add(`out of reach in the dialog: ${nameOf(control)} ${top} to ${bottom}`);
      }
      if (control.matches('button, a') && control.scrollWidth > control.clientWidth + 1) {
        const style = getComputedStyle(control);
        if (style.display !== 'inline') found.add(`text is wider than ${nameOf(control)}`);
      }
    }

    /** How a container cuts off a text; null if it does not, or if the text ends with an ellipsis. */
    function cutOf(text: DOMRect, parent: HTMLElement): string | null {
      for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const isEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        // Text only for screen readers, or in a list that scrolls by itself.
        if (
          (isEllipsis && !isOnPaper) ||
          style.clipPath !== 'none' ||
          box.matches('[role=tablist]')
        )
          return null;
        if (['contents', 'inline'].includes(style.display)) continue;
        const edge = box.getBoundingClientRect();
        if (edge.width <= 1) return null;
        const isWide = text.right > edge.right + 1 || text.left < edge.left - 1;
        const isHigh = text.bottom > edge.bottom + 2 || text.top < edge.top - 2;
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
          const scrolls = ['auto', 'scroll'].includes(style.overflowY);
          // Details that do not fit in a row wrap completely out of sight.
          const isWhole = text.top >= edge.bottom - 2 && box.matches('[data-facts], .one-line');
          if (isWide && !isWhole) return 'cut at its side';
          return isHigh && !scrolls && !isWhole ? 'cut in its height' : null;
        }
        if (isHigh && box.matches('button, a, header, nav')) return `higher than ${box.tagName}`;
      }
      return text.right > innerWidth + 1 || text.left < -1 ? 'out of the window' : null;
    }

    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, textContent: said } = text;
      if (!parent || said?.trim() === '' || !isShown(parent) || parent.closest('svg')) continue;
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const cut = box.width === 0 ? null : cutOf(box, parent);
      if (cut !== null) found.add(`${cut}: ${said?.slice(0, 60)}`);
    }
    return [...found];
  }, isPrinted);
}
