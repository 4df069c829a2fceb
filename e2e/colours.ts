import type { Page } from '@playwright/test';

/**
 * Names the parts that are lost on a page when a user's colours replace all others: a surface distinguished
 * only by its colour, a selected part that looks like its neighbours, an icon or drawing in the colour of its
 * background. Compares the page before and after forcing colours.
 */
export async function lostByForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  // The element under the pointer is not a selected one.
  await page.mouse.move(0, 0);
  const surfaces = await page.evaluate(markSurfaces);
  const found: string[] = [];
  for (const [palette, theme] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: palette });
    const lost = await page.evaluate(lostParts, theme);
    found.push(...lost.map((one) => `${palette}: ${one}`));
  }
  if (surfaces === 0) found.push('nothing was looked at');
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  return found;
}

/** Marks the surfaces that are distinguished by their colour, and counts them. Runs in the page. */
function markSurfaces(): number {
  const paintOf = (element: Element): string => getComputedStyle(element).backgroundColor;
  const isPainted = (colour: string) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour);
  const groundOf = (element: Element): string => {
    let at = element.parentElement;
    while (at && !isPainted(paintOf(at))) at = at.parentElement;
    return at ? paintOf(at) : 'rgb(255, 255, 255)';
  };
  let count = 0;
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const { width, height } = element.getBoundingClientRect();
    const isDecoration = element.closest('[aria-hidden=true]') && !element.matches('[title] > *');
    if (!isShown || isDecoration || width < 2 || height < 2) continue;
    // A label, a count, a control or a named part: the page itself and its fixed bars need no edge.
    if (element.matches('main, header, nav, .bg-scrim, .animate-breathe')) continue;
    const colour = paintOf(element);
    if (!isPainted(colour) || colour === groundOf(element)) continue;
    // A picture shows no state, and the frame of a field has the field's edge.
    if (element.innerText.trim() === '' && !element.matches('input, button, [role=progressbar]'))
      continue;
    element.dataset['surface'] = '';
    count += 1;
  }
  return count;
}

/** The parts of a page with forced colours that are lost in a theme. Runs in the page. */
function lostParts(theme: 'light' | 'dark'): string[] {
  // Simulates a chosen theme that differs from the system's.
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(theme);
  const said = new Set<string>();
  const nameOf = (element: Element) =>
    `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)} (${(element.getAttribute('class') ?? '').slice(0, 60)})`;
  const hasEdge = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const widths = [style.borderTopWidth, style.borderBottomWidth];
    if (style.outlineStyle !== 'none') widths.push(style.outlineWidth);
    return widths.some((width) => Number.parseFloat(width) > 0);
  };
  const probe = document.body.appendChild(document.createElement('i'));
  const system = (name: string): string => {
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    return getComputedStyle(probe).color;
  };
  const canvas = system('Canvas');
  for (const element of document.querySelectorAll('[data-surface]')) {
    const isOwn = ![canvas, 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(element).backgroundColor);
    if (!isOwn && !hasEdge(element)) said.add(`no edge: ${nameOf(element)}`);
  }
  const chosenParts =
    '[role=tab][aria-selected=true], [role=option][aria-selected=true], [aria-current=page], [data-highlighted]';
  for (const element of document.querySelectorAll(chosenParts)) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (!element.checkVisibility()) continue;
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      said.add(`looks like its neighbours: ${nameOf(element)}`);
  }
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / (colour.startsWith('color(') ? 1 : 255);
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string): number => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const shapes = 'svg :is(path, circle, rect)';
  for (const shape of document.querySelectorAll<SVGGraphicsElement>(shapes)) {
    if (!shape.checkVisibility() || shape.closest('svg[viewBox="0 0 64 64"]')) continue;
    const { stroke, fill, opacity } = getComputedStyle(shape);
    if (Number(opacity) < 1) continue;
    const disc = shape.previousElementSibling;
    const isInDisc = disc !== null && getComputedStyle(disc).fill === getComputedStyle(disc).color;
    const ground =
      isInDisc && shape.closest('[data-status=completed]') ? getComputedStyle(disc).fill : canvas;
    const colours = [stroke, fill].filter((colour) => colour !== 'none');
    if (colours.some((colour) => contrast(colour, ground) >= 3)) continue;
    said.add(
      `drawn in the colour of its ground: ${nameOf(shape.closest('svg')?.parentElement ?? shape)}`,
    );
  }
  // A switch shows its state by the position of its knob.
  for (const input of document.querySelectorAll('[role=switch]')) {
    const track = input.nextElementSibling;
    const knob = track && getComputedStyle(track, '::after');
    if (!knob || Number.parseFloat(knob.borderTopWidth) < 4) said.add(`no knob: ${nameOf(input)}`);
  }
  probe.remove();
  return [...said];
}
