import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestPerson } from './person.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}

/** A rule that a page breaks, and the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly where: readonly string[];
}

/**
 * The violations that axe finds on the page once it has stopped moving, by all of its rules or by those
 * named. A page loads axe once, however often it is checked.
 */
export async function violationsOn(
  page: Page,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    // axe ignores a dialog whose overlay has not faded in yet, and then misses the page behind it.
    const fading = document.getAnimations().filter(({ effect }) => {
      return effect?.getComputedTiming().endTime !== Infinity;
    });
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    });
    return violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
  }, rules);
}

/** Checks everything in the light theme; in the dark one only the contrasts, which depend on it. */
export async function expectNoViolation({ page }: TestPerson, place: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)')).toBeAttached();
    const found = await violationsOn(page, theme === 'dark' ? ['color-contrast'] : undefined);
    expect.soft({ place, theme, found }).toEqual({ place, theme, found: [] });
  }
}
