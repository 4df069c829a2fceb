import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

const [headless] = shared.projects ?? [];

/** Makes the pictures in docs/screens; `npm run screens`. */
export default defineConfig({
  ...shared,
  projects: [{ ...headless, testMatch: 'screens.ts' }],
});
