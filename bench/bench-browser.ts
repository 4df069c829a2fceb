/// <reference lib="dom" />
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Starts the Chromium that the script which runs the benchmarks names, as it says. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['FORAY_CHROMIUM'];
  const args = (process.env['FORAY_CHROMIUM_ARGS'] ?? '').split(' ').filter(Boolean);
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
}

/** Every page of the context opens as for somebody who has seen the tour. */
export async function skipOnboarding(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const state = {
      hasCompletedOnboarding: true,
      currentStep: 0,
      skippedAt: '2026-01-01T00:00:00.000Z',
      completedAt: null,
    };
    localStorage.setItem('onboarding-storage', JSON.stringify({ state, version: 0 }));
  });
}

/** Signs somebody in by the app's own screen. */
export async function signIn(
  page: Page,
  who: { readonly phone: string; readonly name: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(who.phone);
  await page.getByRole('textbox', { name: 'Name' }).fill(who.name);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}
