import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPreferences } from './testing/open-preferences.tsx';

test('[DATA-14] several damaged rows with one key are all shown', async () => {
  const broken = (title: string) =>
    ({ store: 'items', key: '7', content: { id: 7, title } }) as const;
  const rows = [broken('Buy boots'), broken('Call home'), { ...broken('Sing'), key: '8' }];
  const { setSync } = openPreferences({ unreadableRows: async () => rows });
  setSync({ storage: { kind: 'damaged', rows: rows.length } });
  for (const title of ['Buy boots', 'Call home', 'Sing']) {
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByRole('heading', { name: '3 unreadable records' })).toBeVisible();
});
