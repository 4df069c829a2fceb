import { page, userEvent } from 'vitest/browser';
import { openSignedIn, type SignedIn } from './testing/account-page.ts';
import { choose, row } from './testing/on-page.ts';

/** The calls that pull and push; while they fail, only the server has items made elsewhere. */
const streams = { path: /\/api\/(items\?type=\w+&since=|changes|batch)/, times: Infinity };
const dialog = page.getByRole('dialog', { name: 'Search items' });
const results = dialog.getByRole('option');

/**
 * The app of a user whose device has 'Alpine rope', and receives nothing more from the server except hits.
 */
async function openCutOff(): Promise<SignedIn> {
  const running = await openSignedIn('/', (ada) =>
    ada.call('POST', '/api/items', { type: 'todo', title: 'Alpine rope' }),
  );
  await expect.element(row('Alpine rope')).toBeVisible();
  running.server.faults.plan({ kind: 'status', status: 503 }, streams);
  return running;
}

async function search(query: string): Promise<void> {
  if (dialog.elements().length === 0) await userEvent.keyboard('{Control>}k{/Control}');
  await dialog.getByRole('combobox').fill(query);
}

test('[SEARCH-06] an item deleted here is not a hit, even if the server returns it', async () => {
  const { user } = await openCutOff();
  await choose('Alpine rope', 'Delete');
  await expect.element(row('Alpine rope')).not.toBeInTheDocument();
  await user.call('POST', '/api/items', { type: 'todo', title: 'Alpine map' });
  await search('alpine');
  await expect.element(results.filter({ hasText: 'Alpine map' })).toBeVisible();
  await expect.element(results).toHaveLength(1);
});
