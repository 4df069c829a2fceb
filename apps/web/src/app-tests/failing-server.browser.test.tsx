import { page, userEvent } from 'vitest/browser';
import { badge, comeOnline, openSignedIn, settled, signIn } from './testing/account-page.ts';
import { AppServer } from './testing/app-server.ts';
import {
  atPath,
  goOn,
  main,
  quickAdd,
  rename,
  row,
  said,
  toast,
  toggle,
  choose,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { callFaults } from './testing/server-faults.ts';

const batch = /^\/api\/batch/;
/** The calls of a sync cycle. */
const streams = /^\/api\/(items\?type=\w+&since=|changes|batch)/;
const failing = { kind: 'status', status: 500 } as const;

const assignToSam = async (title: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^Assign ${title}\\. `) }).click();
  await page.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
};

test('[OFF-02] [OFF-03] [OFF-06] [QADD-06] a create during a server error is confirmed, stays pending here, and is sent once', async () => {
  const { server, user } = await openSignedIn();
  for (const [name, fault] of callFaults) {
    const planned = server.faults.plan(fault, { path: batch, times: Infinity });
    await quickAdd('todo', `Made while ${name}`);
    await planned.met;
    await said('Item created', 'Your todo has been created successfully.');
    await expect.element(row(`Made while ${name}`)).toHaveTextContent('Pending sync');
    server.faults.clear();
    await comeOnline();
    await expect.element(row(`Made while ${name}`)).not.toHaveTextContent('Pending sync');
  }
  await settled();
  const titles = callFaults.map(([name]) => `Made while ${name}`);
  expect(await user.titles()).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
});

test('[TODO-04] [TODO-06] [TODO-07] [TODO-08] during a server error every change of a todo is confirmed and queued, without an error message', async () => {
  const { app, server, user } = await openSignedIn();
  await quickAdd('todo', 'Buy boots');
  await quickAdd('todo', 'Find the map');
  await settled();
  server.faults.plan(failing, { path: streams, times: Infinity });
  await rename('Buy boots', 'Buy good boots');
  await said('Todo updated');
  await assignToSam('Buy good boots');
  await said('Todo assigned');
  await toggle('Buy good boots');
  await expect.element(page.getByRole('button', { name: 'Reopen Buy good boots' })).toBeVisible();
  await choose('Find the map', 'Delete');
  await said('Todo deleted', 'The todo has been deleted successfully.');
  await expect.element(row('Buy good boots')).toHaveTextContent('Pending sync');
  await expect.poll(badge).toContain('pending');
  await app.reopen();
  await expect.element(row('Buy good boots')).toHaveTextContent('Pending sync');
  await expect.element(row('Find the map')).not.toBeInTheDocument();

  server.faults.clear();
  await comeOnline();
  await settled();
  await expect.element(row('Buy good boots')).not.toHaveTextContent('Pending sync');
  expect(await user.items()).toMatchObject([
    { title: 'Buy good boots', status: 'completed', assigned_to: 2 },
  ]);
});

test('[SYNC-07] [SYNC-14] [QADD-06] a create refused with 422 leaves the queue, is reported, and stays in Needs attention, from where it can be sent again', async () => {
  const { server, user } = await openSignedIn();
  const body = { error: { code: 'invalid', message: 'No.', fields: { title: 'too_long' } } };
  server.faults.plan({ kind: 'status', status: 422, body }, { path: batch });
  await quickAdd('todo', 'Too much');
  await said('Error', 'Invalid input. Please check your title length and try again.');
  await expect.element(row('Too much')).toHaveTextContent('Needs attention');
  await expect.element(row('Too much')).not.toHaveTextContent('Pending sync');
  await row('Too much').getByRole('link', { name: 'Needs attention' }).click();
  await atPath('/preferences');
  goOn('/');
  await page.getByRole('link', { name: '1 needs attention' }).click();
  await atPath('/preferences');
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Too much”' });
  await expect.element(line).toHaveTextContent('Something in it is not allowed');
  await line.getByRole('button', { name: /^Retry: / }).click();
  await settled();
  await expect.element(line).not.toBeInTheDocument();
  expect(await user.titles()).toEqual(['Too much']);
});

test('[SYNC-07] [TODO-06] [TODO-07] [TODO-08] a permanently refused change is named and kept, and can be discarded', async () => {
  const { server, user } = await openSignedIn();
  await quickAdd('todo', 'Buy boots');
  await settled();
  const refusals = [
    ['Change', 'Failed to update the todo. Please try again.', () => toggle('Buy boots')],
    ['Assign', 'Failed to assign the todo. Please try again.', () => assignToSam('Buy boots')],
    ['Delete', 'Failed to delete the todo. Please try again.', () => choose('Buy boots', 'Delete')],
  ] as const;
  for (const [kind, text, act] of refusals) {
    goOn('/');
    await expect.element(row('Buy boots')).toBeVisible();
    // The server's response to a person who lost their rights while they were offline.
    server.faults.plan(server.refused(403, 'forbidden'), { path: batch });
    await act();
    await said('Error', text);
    await toast.getByRole('button', { name: 'Show' }).click();
    const line = page.getByRole('listitem').filter({ hasText: `${kind} “Buy boots”` });
    await expect.element(line).toHaveTextContent('You may not change this item.');
    await line.getByRole('button', { name: /^Discard: / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect.element(line).not.toBeInTheDocument();
  }
  goOn('/');
  await expect.element(page.getByRole('button', { name: 'Complete Buy boots' })).toBeVisible();
  expect(await user.items()).toMatchObject([{ title: 'Buy boots', status: 'pending' }]);
});

test('[HOME-04] [CAMP-03] [CAMP-07] [TASK-03] lists and pages show that they load during the first sync; if it fails they say so, and load later', async () => {
  const server = new AppServer();
  const user = await server.account();
  await user.call('POST', '/api/items', { type: 'campaign', title: 'Sail north' });
  await openApp('/', { server });
  server.faults.plan({ kind: 'hung' }, { path: streams, times: Infinity });
  await signIn(user.phone);
  await userEvent.keyboard('{Escape}');
  for (const [path, text] of [
    ['/', 'Loading items...'],
    ['/campaigns/10000077', 'Loading campaign...'],
    ['/tasks/10000077', 'Loading task...'],
    ['/campaigns', 'Loading campaigns...'],
  ] as const) {
    goOn(path);
    await expect.element(page.getByText(text)).toBeVisible();
  }
  server.faults.clear();
  server.faults.plan(failing, { path: streams, times: Infinity });
  await comeOnline();
  await expect.element(page.getByText('Failed to load campaigns', { exact: true })).toBeVisible();
  server.faults.clear();
  await comeOnline();
  await expect.element(main.getByText('Sail north')).toBeVisible();
  await expect.element(page.getByText(/Failed to load campaigns/)).not.toBeInTheDocument();
  goOn('/campaigns/19999999');
  await expect
    .element(page.getByRole('heading', { name: 'Campaign not found' }))
    .toBeInTheDocument();
  goOn('/tasks/19999999');
  await expect.element(page.getByRole('heading', { name: 'Task not found' })).toBeInTheDocument();
});

test('[SYNC-07] discarding a refused task first names the changes that depend on it, and discards those and no others', async () => {
  const { server, user } = await openSignedIn();
  server.faults.plan(server.refused(422, 'limit'), { path: batch });
  await quickAdd('task', 'Pack');
  await expect.element(toast.getByText('Error', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Pack', exact: true }).click();
  for (const title of ['Boots', 'Map', 'Rope', 'Tent']) await quickAdd('todo', title);
  goOn('/');
  await quickAdd('todo', 'Call home');
  await expect.poll(() => user.titles()).toEqual(['Call home']);

  goOn('/preferences');
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Pack”' });
  await expect.element(line).toHaveTextContent('There are too many items in one place.');
  await line.getByRole('button', { name: /^Discard: / }).click();
  const question = page.getByRole('alertdialog');
  await expect
    .element(question)
    .toHaveTextContent('4 other changes depend on it and are discarded too:');
  await expect
    .element(question.getByRole('list'))
    .toHaveTextContent(/^Create “Boots”Create “Map”Create “Rope”and 1 more$/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(line).toBeVisible();
  await line.getByRole('button', { name: /^Discard: / }).click();
  await question.getByRole('button', { name: 'Discard 5 changes' }).click();
  await settled();
  goOn('/');
  await expect.element(row('Call home')).toBeVisible();
  await expect.element(row('Pack')).not.toBeInTheDocument();
  expect(await user.titles()).toEqual(['Call home']);
});
