import type { Page } from '@playwright/test';

/** Names the faults of a page on paper: it is not light, it has controls, or its content is missing. */
export function unprintedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const luminance = (colour: string): number => {
      const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? 255 : 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const element of document.querySelectorAll('html, body, main, main *')) {
      if (!element.checkVisibility()) continue;
      const { backgroundColor, color } = getComputedStyle(element);
      if (luminance(backgroundColor) < 60) found.push(`dark: ${element.className}`);
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
      );
      if (hasText && luminance(color) > 170) found.push(`pale: ${element.textContent}`);
    }
    // A title, a detail or an answer carries information, although it can be pressed; an icon and a button do
    // not.
    for (const control of document.querySelectorAll<HTMLElement>(
      'nav a, button, a.select-none, [role=tab], [data-toast-region] li, [data-connectivity]',
    )) {
      const { width } = control.getBoundingClientRect();
      if (!control.checkVisibility() || width <= 1) continue;
      const isSaying = control.matches('button') && control.innerText.trim() !== '';
      const isButton = control.matches('.select-none');
      if ((!isSaying || isButton) && !control.matches('[data-control]'))
        found.push(`to press: ${control.getAttribute('aria-label') ?? control.textContent}`);
    }
    // A sheet beside the page stays off the paper.
    const layer = document.querySelector<HTMLElement>('[aria-modal=true]');
    const printed = layer ?? document.querySelector<HTMLElement>('main');
    if (!printed?.checkVisibility() || printed.innerText.trim() === '')
      found.push('nothing is printed');
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.getBoundingClientRect().height === 0) continue;
      if (getComputedStyle(element).position === 'fixed')
        found.push(`on each page: ${element.className}`);
    }
    return [...new Set(found)];
  });
}
