import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { ItemDialogs } from './item-dialogs.tsx';
import { ItemRow } from '../list/item-row.tsx';
import { menuEntry } from '../../ui/testing/menu-entry.ts';
import { Observable } from '../../state/observable.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

/** Opens the menu of another user's todo. */
async function openMenu(fields: Partial<LocalItem>): Promise<void> {
  const todo = localItem(1, { user_id: 2000, ...fields });
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  fake.putRows([todo]);
  renderWith(
    fake.client,
    <ItemDialogs>
      <ItemRow uuid={todo.uuid} tabStop={new Observable<string | undefined>(undefined)} />
    </ItemDialogs>,
  );
  await page.getByRole('button', { name: `More actions for ${todo.title}` }).click();
}

const cannotDelete = 'You can change this item, but not delete or move it.';

test.each([
  ['manages it', 'manage', null, null],
  ['contributes to it', 'contribute', null, cannotDelete],
  ['only views it', 'view', 'You can only view this item.', 'You can only view this item.'],
] as const)(
  'the menu of an item explains why a user who %s cannot do something',
  async (_, permission, whyNoChange, whyNoDelete) => {
    await openMenu({ title: 'Call the harbour', permission });
    const reasons = [
      ...['Start', 'Complete', 'Edit', 'Assign to'].map((name) => [name, whyNoChange] as const),
      ...['Move to…', 'Delete'].map((name) => [name, whyNoDelete] as const),
    ];
    for (const [name, reason] of reasons) {
      const entry = menuEntry(name);
      await expect.element(entry).toBeVisible();
      const isDisabled = (await entry.findElement()).getAttribute('aria-disabled') === 'true';
      expect([name, isDisabled]).toEqual([name, reason !== null]);
      if (reason !== null) await expect.element(entry).toHaveTextContent(reason);
    }
  },
);

test.each([
  ['manage', true],
  ['contribute', true],
  ['view', false],
] as const)(
  '[REPEAT-24] a user with the right %s sees Skip this time: %s',
  async (permission, isThere) => {
    const rule = { due_date: '2030-01-31', repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
    await openMenu({ title: 'Water', permission, ...rule });
    await expect.element(menuEntry('Delete')).toBeVisible();
    const skips = menuEntry('Skip this time').elements();
    expect(skips.length > 0).toBe(isThere);
  },
);
