import { expect, type Page } from '@playwright/test';
import type { FaultProxy } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import { goOn, said, toast } from './on-page.ts';
import type { Person } from './person.ts';
import { comeOnline, signedIn, test, callFaults, unexpected } from './with-faults.ts';

// What is kept for offline has tests of its own.
const batch = /^\/api\/batch/;
/** What a run asks before and after it sends. */
const streams = /^\/api\/(items\?type=\w+&since=|changes|batch)/;

/** The requests that wait in this browser, oldest first. */
function queueOf(page: Page): Promise<{ id: string; retries: number }[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => one.startsWith('foray-')) ?? '';
    return new Promise<{ id: string; retries: number }[]>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(new Error(`cannot open ${name}`));
      opening.onsuccess = () => {
        const reading = opening.result.transaction('syncQueue').objectStore('syncQueue').getAll();
        reading.onerror = () => reject(new Error(`cannot read ${name}`));
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result as { id: string; retries: number }[]);
        };
      };
    });
  });
}

/** The one request that an action queues while the server fails; afterwards it is well again. */
async function queuedBy(
  page: Page,
  faults: FaultProxy,
  act: () => Promise<void>,
): Promise<{ id: string; retries: number } | undefined> {
  const planned = faults.plan({ kind: 'status', status: 500 }, { path: streams, times: Infinity });
  await act();
  await planned.met;
  await expect(page.locator('[data-connectivity]')).toHaveText('Online (1 pending)');
  faults.clear();
  return (await queueOf(page))[0];
}

async function epochOf(person: Person): Promise<string> {
  const answer = await person.context.request.get('/api/config');
  return ((await answer.json()) as { epoch: string }).epoch;
}

test('[OFF-02] [OFF-03] [OFF-06] [QADD-06] a create during a server error is confirmed, stays pending here, and arrives once @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550820001');
  for (const [name, fault] of callFaults) {
    const planned = faults.plan(fault, { path: batch, times: Infinity });
    await person.quickAdd('todo', `Made while ${name}`);
    await planned.met;
    await said(page, 'Item created', 'Your todo has been created successfully.');
    await expect(person.row(`Made while ${name}`)).toContainText('Pending sync');
    faults.clear();
    await comeOnline(page);
    await expect(person.row(`Made while ${name}`)).not.toContainText('Pending sync');
  }
  await person.settled();
  const titles = (await person.onServer()).map(({ title }) => title);
  expect(titles).toEqual(callFaults.map(([name]) => `Made while ${name}`).sort());
  expect(unexpected(person)).toEqual([]);
});

test('[TODO-04] [TODO-06] [TODO-07] [TODO-08] during a server error every change of a todo is confirmed and queued, without an error message @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550820002');
  await person.quickAdd('todo', 'Buy boots');
  await person.quickAdd('todo', 'Find the map');
  await person.settled();
  faults.plan({ kind: 'status', status: 500 }, { path: streams, times: Infinity });
  await person.rename('Buy boots', 'Buy good boots');
  await said(page, 'Todo updated');
  await page.getByRole('button', { name: 'Assign Buy good boots.' }).click();
  await page.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
  await said(page, 'Todo assigned');
  await person.toggle('Buy good boots');
  await expect(page.getByRole('button', { name: 'Reopen Buy good boots' })).toBeVisible();
  await person.remove('Find the map');
  await said(page, 'Todo deleted', 'The todo has been deleted successfully.');
  await expect(person.row('Buy good boots')).toContainText('Pending sync');
  await expect(page.locator('[data-connectivity]')).toContainText('pending');
  await page.reload();
  await expect(person.row('Buy good boots')).toContainText('Pending sync');
  await expect(person.row('Find the map')).toHaveCount(0);

  faults.clear();
  await comeOnline(page);
  await person.settled();
  await expect(person.row('Buy good boots')).not.toContainText('Pending sync');
  expect(await person.onServer()).toMatchObject([
    { title: 'Buy good boots', status: 'completed', assigned_to: 2 },
  ]);
  expect(unexpected(person)).toEqual([]);
});

test('[SYNC-07] [QADD-06] a create refused with 422 leaves the queue, says so, and is kept in Needs attention to be sent again @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550820003');
  const body = { error: { code: 'invalid', message: 'No.', fields: { title: 'too_long' } } };
  faults.plan({ kind: 'status', status: 422, body }, { path: batch });
  await person.quickAdd('todo', 'Too much');
  await said(page, 'Error', 'Invalid input. Please check your title length and try again.');
  await expect(person.row('Too much')).toBeVisible();
  await toast(page).getByRole('button', { name: 'Show' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Too much”' });
  await expect(line).toContainText('Something in it is not allowed');
  await line.getByRole('button', { name: /^Retry: / }).click();
  await person.settled();
  await expect(line).toHaveCount(0);
  expect((await person.onServer()).map(({ title }) => title)).toEqual(['Too much']);
  expect(unexpected(person)).toEqual([]);
});

test('[SYNC-07] [TODO-06] [TODO-07] [TODO-08] a permanently refused change is named, kept, and can be discarded @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550820004');
  await person.quickAdd('todo', 'Buy boots');
  await person.settled();
  const epoch = await epochOf(person);
  const refusals = [
    ['Change', 'Failed to update the todo. Please try again.', () => person.toggle('Buy boots')],
    [
      'Assign',
      'Failed to assign the todo. Please try again.',
      async () => {
        await page.getByRole('button', { name: 'Assign Buy boots.' }).click();
        await page.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
      },
    ],
    ['Delete', 'Failed to delete the todo. Please try again.', () => person.remove('Buy boots')],
  ] as const;
  for (const [what, text, act] of refusals) {
    await goOn(page, '/');
    await page.getByRole('button', { name: /^More actions for Buy boots/ }).waitFor();
    const request = await queuedBy(page, faults, act);
    // The answer that the server gives somebody whose rights were taken while they were away.
    const refusal = { code: 'forbidden', message: 'You may not.' };
    const results = [{ id: request?.id, status: 403, body: { error: refusal } }];
    const answer = { results, epoch, now: new Date().toISOString() };
    faults.plan({ kind: 'status', status: 200, body: answer }, { path: batch });
    await comeOnline(page);
    await said(page, 'Error', text);
    await toast(page).getByRole('button', { name: 'Show' }).click();
    const line = page.getByRole('listitem').filter({ hasText: `${what} “Buy boots”` });
    await expect(line).toContainText('You may not change this item.');
    await line.getByRole('button', { name: /^Discard: / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(line).toHaveCount(0);
  }
  await goOn(page, '/');
  await expect(page.getByRole('button', { name: 'Complete Buy boots' })).toBeVisible();
  expect(await person.onServer()).toMatchObject([{ title: 'Buy boots', status: 'pending' }]);
  expect(unexpected(person)).toEqual([]);
});

test('[SYNC-07] a request that the server fails counts up, is kept in Needs attention at three, and can be sent again @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550820005');
  const epoch = await epochOf(person);
  const request = await queuedBy(page, faults, () => person.quickAdd('todo', 'Buy boots'));
  const refusal = { code: 'unavailable', message: 'Broken.' };
  const results = [{ id: request?.id, status: 500, body: { error: refusal } }];
  const answer = { results, epoch, now: new Date().toISOString() };
  faults.plan({ kind: 'status', status: 200, body: answer }, { path: batch, times: Infinity });
  await comeOnline(page);
  for (const retries of [1, 2]) {
    await expect.poll(async () => (await queueOf(page))[0]?.retries).toBe(retries);
    await expect(person.row('Buy boots')).toContainText('Pending sync');
    await expect(toast(page).getByText('1 change needs your attention')).toHaveCount(0);
    await comeOnline(page);
  }
  await said(
    page,
    '1 change needs your attention',
    'The server did not accept it. Open Preferences to see why.',
  );
  await toast(page).getByRole('button', { name: 'Show' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Buy boots”' });
  await expect(line).toContainText('The server failed three times.');
  faults.clear();
  await line.getByRole('button', { name: /^Retry: / }).click();
  await person.settled();
  expect((await person.onServer()).map(({ title }) => title)).toEqual(['Buy boots']);
  expect(unexpected(person)).toEqual([]);
});

test('[CAMP-03] [CAMP-07] [TASK-03] [HOME-04] pages say that they could not load, and that something is not there, and then load @full', async ({
  browser,
  faults,
}) => {
  const { person } = await signedIn(browser, faults, '+15550820006');
  await person.quickAdd('campaign', 'Sail north');
  await person.settled();

  // On a device where nothing has arrived yet only the server can say what there is.
  faults.plan({ kind: 'status', status: 500 }, { path: streams, times: Infinity });
  const desk = await guestAt(browser, faults.url);
  await desk.signIn('+15550820006', 'Ada Byron');
  await desk.page.keyboard.press('Escape');
  await goOn(desk.page, '/campaigns');
  await expect(desk.page.getByText('Failed to load campaigns', { exact: true })).toBeVisible();
  faults.clear();
  await comeOnline(desk.page);
  await expect(desk.page.getByRole('main').getByText('Sail north')).toBeVisible();
  await expect(desk.page.getByText('Failed to load campaigns')).toHaveCount(0);
  await goOn(desk.page, '/campaigns/19999999');
  await expect(desk.page.getByRole('heading', { name: 'Campaign not found' })).toBeAttached();
  await goOn(desk.page, '/tasks/19999999');
  await expect(desk.page.getByRole('heading', { name: 'Task not found' })).toBeAttached();
  expect(unexpected(desk)).toEqual([]);
});
