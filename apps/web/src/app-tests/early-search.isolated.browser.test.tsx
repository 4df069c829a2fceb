import { page, userEvent } from 'vitest/browser';
import { holdDatabase } from './testing/hold-database.ts';
import { heading } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
// Loads their code, so that the test shows what the app waits for, and not the network.
import '../app/frame/frame-parts.ts';
import '../features/search/search-dialog.tsx';

/** Stops long timers, because without a list the rest of the app is loaded after some seconds. */
function holdLongTimers(): void {
  const { setTimeout } = window;
  vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, ms = 0) =>
    ms >= 3000 ? 0 : setTimeout(work, ms)) as typeof setTimeout);
}

test('[LAYOUT-17] on a first visit the search opens without waiting for the first list', async () => {
  holdLongTimers();
  let release = (): void => undefined;
  await openApp('/', {
    prepare: async () => {
      release = await holdDatabase('foray');
    },
  });
  // The app can be closed only with a database that answers.
  onTestFinished(release);
  await expect.element(heading('Home')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = page.getByRole('dialog', { name: 'Search items' });
  await expect.element(search).toBeVisible();
});
