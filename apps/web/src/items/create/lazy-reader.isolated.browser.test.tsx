import { err, ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import type { NewItem } from '@foray/sync';
import { page, userEvent } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { preloadQuickAdd, QuickAdd } from './quick-add.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const { loaded, load, asked } = vi.hoisted(() => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  return { loaded, load: () => load(), asked: { count: 0 } };
});
vi.mock('./typed-title.tsx', async (original) => {
  asked.count += 1;
  await loaded;
  return original();
});

test('[TYPE-12] the parser of titles is loaded at the first focus, and quick-add works before that', async () => {
  onTestFinished(async () => {
    // Closing a page while a module is loading would end the test run.
    load();
    await import('./typed-title.tsx');
  });
  const made: NewItem[] = [];
  const { client } = fakeClient({
    createItem: async (item) => {
      made.push(item);
      return ok(localItem(made.length, { type: 'todo', title: item.title }));
    },
    createItems: async () => err({ code: 'not_found' }),
    reviseItem: async () => err({ code: 'not_found' }),
  });
  renderWith(client, <QuickAdd types={['task', 'todo']} />);
  await preloadQuickAdd();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toBeVisible();
  expect(asked.count).toBe(0);

  await title.click();
  await expect.poll(() => asked.count).toBe(1);
  await userEvent.keyboard('Call mum tomorrow{Enter}');
  await expect.poll(() => made).toEqual([{ type: 'todo', title: 'Call mum tomorrow' }]);
  await expect.element(title).toHaveValue('');

  await userEvent.keyboard('Call dad tomorrow');
  load();
  await expect.element(page.getByText('Due tomorrow')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => made[1])
    .toMatchObject({ title: 'Call dad', due_date: expect.stringMatching(/^\d{4}-/) });
});
