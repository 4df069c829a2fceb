import { expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { violationsOn } from './axe.ts';
import { breakDisk, guestAt, seed } from './guest.ts';
import { toast } from './on-page.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('a guest saves everything into a file and takes it into another browser, without doubling @full', async ({
  browser,
}) => {
  const ada = await guestAt(browser, server.url);
  await seed(ada, [
    { type: 'campaign', title: 'Cross the Alps', description: 'Before winter' },
    { type: 'task', title: 'Pack', parent: 0, due_date: '2026-12-01' },
    { type: 'todo', title: 'Buy boots', parent: 1, status: 'completed' },
    { type: 'todo', title: 'Call home', status: 'in_progress' },
  ]);
  await ada.page.goto('/preferences');
  const file = await exported(ada.page);
  expect(file.name).toMatch(/^foray-\d{4}-\d{2}-\d{2}\.json$/);
  await expect(toast(ada.page)).toContainText('4 items were written into a file.');

  const other = await guestAt(browser, server.url, '/preferences');
  const { page } = other;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await choose(page, file);
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog).toContainText(/This will add.*1 campaign.*1 task.*2 todos/);
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/');
  await expect(page.getByText('No items yet!')).toBeVisible();

  await page.goto('/preferences');
  await choose(page, file);
  await dialog.getByRole('button', { name: 'Add 4 items' }).click();
  await expect(toast(page)).toContainText('Import complete');
  await page.goto('/');
  await expect(other.row('Call home')).toBeVisible();
  await other.open('Cross the Alps');
  await expect(page.getByText('Before winter')).toBeVisible();
  await other.open('Pack');
  await expect(other.row('Buy boots').getByRole('button', { name: /^Reopen / })).toBeVisible();

  await page.goto('/preferences');
  await choose(page, file);
  await expect(dialog).toContainText('There is nothing to add.');
  await expect(dialog).toContainText('4 items are here already and stay as they are.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect([...ada.complaints, ...other.complaints]).toEqual([]);
});

test('[I4] signed in, what is imported offline waits and reaches the server with its places @full', async ({
  browser,
}) => {
  const ada = await guestAt(browser, server.url);
  await seed(ada, [
    { type: 'campaign', title: 'Cross the Alps' },
    { type: 'task', title: 'Pack', parent: 0 },
    { type: 'todo', title: 'Buy boots', parent: 1, status: 'completed' },
  ]);
  await ada.page.goto('/preferences');
  const file = await exported(ada.page);

  const grace = await signedInAt(browser, server.url, '+15550700001', 'Grace');
  const { page } = grace;
  await expect.poll(() => hasFetched(page)).toBe(true);
  await page.goto('/preferences');
  await expect(page.getByText(/^Last synced/)).toBeVisible();
  await grace.readyForOffline();
  await grace.context.setOffline(true);
  await choose(page, file);
  await page.getByRole('dialog').getByRole('button', { name: 'Add 3 items' }).click();
  await expect(toast(page)).toContainText('3 items were added.');
  await expect(page.getByText('3 changes wait to be sent')).toBeVisible();
  // What is not sent yet is in the file that is exported meanwhile.
  const unsent = JSON.parse((await exported(page)).text) as Record<string, { what: string }[]>;
  expect(unsent['items']).toHaveLength(3);
  expect(unsent['unsent']?.map(({ what }) => what)).toEqual(['create', 'create', 'create']);
  expect(JSON.stringify(unsent)).not.toContain('+1555');
  await grace.context.setOffline(false);
  await grace.settled();
  const items = await grace.onServer();
  const byTitle = new Map(items.map((item) => [item.title, item]));
  expect(items).toHaveLength(3);
  expect(byTitle.get('Pack')?.parent_uuid).toBe(byTitle.get('Cross the Alps')?.uuid);
  expect(byTitle.get('Buy boots')).toMatchObject({
    status: 'completed',
    parent_uuid: byTitle.get('Pack')?.uuid,
  });
  await choose(page, file);
  await expect(page.getByRole('dialog', { name: 'Import' })).toContainText('nothing to add');
});

test('what cannot be imported says why, and what can is not held up by it @full', async ({
  browser,
}) => {
  const ada = await guestAt(browser, server.url, '/preferences');
  const { page } = ada;
  const head = { format: 'foray-data', version: 1, exported_at: '2026-11-01T10:00:00.000Z' };
  const uuid = (tail: number) => `00000000-0000-4000-8000-00000000000${tail}`;
  const problems: [string, string][] = [
    ['phone;name', 'It is not a file of this app, or it is damaged.'],
    ['{"items": []}', 'It is not a file that this app has exported.'],
    [JSON.stringify({ ...head, version: 2, items: [] }), 'It was saved by a newer version'],
  ];
  for (const [text, problem] of problems) {
    await choose(page, { name: 'file.json', text });
    const dialog = page.getByRole('dialog', { name: 'This file cannot be imported' });
    await expect(dialog).toContainText(problem);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  }
  const items = [
    { uuid: uuid(1), type: 'task', title: 'x'.repeat(256) },
    { uuid: uuid(2), type: 'todo', title: 'Readable', parent_uuid: uuid(1) },
  ];
  const text = JSON.stringify({ ...head, items });
  await choose(page, { name: 'file.json', text });
  const review = page.getByRole('dialog', { name: 'Import' });
  await expect(review).toContainText('1 todo');
  await expect(review).toContainText('1 entry cannot be read:');
  await expect(review).toContainText('The title is too long');
  await expect(review).toContainText('1 item will stand on its own');
  await expectNoViolation(page);

  await breakDisk(ada);
  await review.getByRole('button', { name: 'Add 1 item' }).click();
  await expect(page.getByRole('dialog')).toContainText('Only 0 of 1 items could be added.');
  await page.reload();
  await choose(page, { name: 'file.json', text });
  await review.getByRole('button', { name: 'Add 1 item' }).click();
  await expect(toast(page)).toContainText('1 item was added.');
  await page.goto('/');
  await expect(ada.row('Readable')).toBeVisible();
});

test('[PREF-05] clearing names what was not sent, and it is gone only after a yes @full', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550700002', 'Ada');
  await ada.quickAdd('todo', 'Sent');
  await ada.settled();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Not sent');
  const { page } = ada;
  await page.goto('/preferences');
  await page.getByRole('button', { name: 'Clear Local Data' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 change has not reached the server and will be lost.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/');
  await expect(ada.row('Not sent')).toBeVisible();
});

interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Presses Export and reads the file that the browser is handed. */
async function exported(page: Page): Promise<TextFile> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  };
}

/** Presses Import and chooses the file. */
async function choose(page: Page, { name, text }: TextFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import...' }).click();
  const buffer = Buffer.from(text);
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer });
}

/** Whether this browser has pulled all of the account. */
function hasFetched(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { name } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith('foray-')) ?? {};
    if (name === undefined) return false;
    return new Promise<boolean>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const reading = opening.result
          .transaction('meta')
          .objectStore('meta')
          .get(['cursor', 'todo']);
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result?.value?.isComplete === true);
        };
      };
    });
  });
}

async function expectNoViolation(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}
