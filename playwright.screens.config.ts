import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

/** Makes the pictures of docs/screens; `npm run screens`. */
export default defineConfig({ ...shared, testMatch: 'screens.ts' });
