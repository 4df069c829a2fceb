import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdDatabase } from './testing/hold-database.ts';
import { heading } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
// Their code is here, so that it shows what the app waits for, and not what the network takes.
import '../app/frame-parts.ts';
import '../features/search/search-dialog.tsx';

test('[LAYOUT-17] in a first visit the search opens without waiting for the first list', async () => {
  let release = async (): Promise<void> => undefined;
  await openApp('/', {
    prepare: async () => {
      release = await holdDatabase('foray');
    },
  });
  await expect.element(heading('Home')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = page.getByRole('dialog', { name: 'Search items' });
  // Without a list the rest of the app comes after five seconds.
  await expect.element(search, { timeout: 4000 }).toBeVisible();
  await release();
});
