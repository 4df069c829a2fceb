import { page } from 'vitest/browser';
import { openPreferences } from '../testing/open-preferences.tsx';

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

test('[DATA-14] damaged rows are saved as a file, and discarded only after a question', async () => {
  const rows = [{ store: 'items', key: '7', content: { id: 7, title: 'Buy boots' } }] as const;
  const discardUnreadable = vi.fn(async () => true);
  const { setSync } = openPreferences({ unreadableRows: async () => rows, discardUnreadable });
  setSync({ storage: { kind: 'damaged', rows: 1 } });
  const saved: string[] = [];
  const save = (event: MouseEvent): void => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    saved.push(event.target.download);
  };
  const createElement = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = createElement(name);
    if (name === 'a') element.addEventListener('click', save);
    return element;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect(saved).toEqual(['foray-unreadable.json']);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard unreadable records?' });
  await expect.element(question).toBeVisible();
  expect(discardUnreadable).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => discardUnreadable).toHaveBeenCalledExactlyOnceWith(rows);
});
