import type { Conflict, ResolutionChoice, ShownConflict } from '@foray/sync';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { currentToast, toast } from '../../ui/layers/toast.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { bo, conflictCase, everyKind, type ConflictCase } from './testing/conflicts.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

const dialog = page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
const resolveButton = dialog.getByRole('button', { name: 'Resolve Conflicts' });
const moment = (iso: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
const about = (title: string) =>
  dialog.getByRole('group', { name: `Which version of “${title}” to keep` });

function baseOf({ conflict: { base } }: ConflictCase): NonNullable<Conflict['base']> {
  if (base === null) throw new Error('the case has no base');
  return base;
}

function open(cases: readonly ConflictCase[], actions: Partial<ClientActions> = {}) {
  const setConflictsAside = vi.fn(() => fake.setConflicts([]));
  const resolveConflict = vi.fn(
    async (_shown: ShownConflict, _keep: ResolutionChoice) => 'resolved' as const,
  );
  const fake = fakeClient({ setConflictsAside, resolveConflict, ...actions });
  fake.setSession({ kind: 'user', user: ada });
  fake.client.replica.get().putPeople([bo]);
  fake.putRows(cases.map(({ row }) => row));
  fake.setConflicts(cases.map(({ conflict }) => conflict));
  renderWith(fake.client, <ConflictDialog />);
  return { ...fake, setConflictsAside, resolveConflict };
}

test('the dialog removes an earlier toast', async () => {
  toast({ title: 'Success', description: 'Todo updated' });
  open([everyKind.update]);
  await expect.element(dialog).toBeVisible();
  await expect.poll(currentToast).toBeNull();
});

test('[CONF-02] both versions show title, description, status and modified time, with the differences marked', async () => {
  open([everyKind.update]);
  const local = dialog.getByRole('radio', { name: 'Keep Local Version' });
  const server = dialog.getByRole('radio', { name: 'Keep Server Version' });
  await expect.element(local).toHaveAccessibleDescription(/Title\s*Buy four oars/);
  await expect.element(local).toHaveAccessibleDescription(/Description\s*From the shop/);
  await expect.element(local).toHaveAccessibleDescription(/Status\s*in progress/);
  await expect.element(local).toHaveAccessibleDescription(/Due date\s*Mar 10, 2026/);
  await expect
    .element(local)
    .toHaveAccessibleDescription(new RegExp(`Modified: ${moment('2026-03-04T09:30:00Z')}`));
  await expect.element(server).toHaveAccessibleDescription(/Title\s*Buy two long oars/);
  await expect.element(server).toHaveAccessibleDescription(/Status\s*pending/);
  await expect
    .element(server)
    .toHaveAccessibleDescription(new RegExp(`Modified: ${moment('2026-03-04T11:00:00Z')}`));
  const marks = [...document.querySelectorAll('[role="alertdialog"] mark')];
  expect(marks.map((mark) => mark.textContent)).toContain('four');
  expect(marks.map((mark) => mark.textContent)).toContain('two long');
});

test('[CONF-02] title, description and status are shown even if they are the same', async () => {
  open([everyKind.deletedHere]);
  for (const name of ['Keep Local Version', 'Keep Server Version']) {
    await expect
      .element(dialog.getByRole('radio', { name }))
      .toHaveAccessibleDescription(
        /Title\s*Check the rope.*Description\s*From the shop.*Status\s*pending/s,
      );
  }
});

test('[CONF-02] without a local version only the server version can be kept', async () => {
  const fake = open([]);
  fake.setConflicts([everyKind.update.conflict]);
  await expect.element(dialog.getByRole('radio', { name: 'Keep Server Version' })).toBeVisible();
  await expect
    .element(dialog.getByRole('radio', { name: 'Keep Local Version' }))
    .not.toBeInTheDocument();
});

test('[CONF-03] Cancel and Escape resolve nothing', async () => {
  const { setConflictsAside, setConflicts, resolveConflict } = open([everyKind.update]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  setConflicts([everyKind.update.conflict]);
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(setConflictsAside).toHaveBeenCalledTimes(2);
  expect(resolveConflict).not.toHaveBeenCalled();
});

test('[CONF-09] each version names its author and time, to the minute', async () => {
  const unknown = conflictCase('unknown', { title: 'Mine' }, { title: 'Theirs', updated_by: 1003 });
  const old = conflictCase('old', { title: 'Before' }, { title: 'After' });
  open([everyKind.update, everyKind.both, everyKind.deletedThere, unknown, old]);
  const [at, before] = [moment('2026-03-04T11:00:00Z'), moment('2026-03-04T09:30:00Z')];
  for (const [title, theirs] of [
    ['Buy four oars', `Modified: ${at}, by Bo Lindqvist`],
    ['Paint the boat blue', `Modified: ${at}, by you on another device`],
    ['Find a captain with a beard', `Deleted: ${at}, by Bo Lindqvist`],
    // An author whom the device does not know, and a version whose author the server does not name.
    ['Mine', `Modified: ${at}, by somebody`],
    ['Before', `Modified: ${at}, by somebody`],
  ] as const) {
    const local = about(title).getByRole('radio', { name: 'Keep Local Version' });
    const server = about(title).getByRole('radio', { name: 'Keep Server Version' });
    const here = `Modified: ${before}, by you(?! on)`;
    await expect.element(local).toHaveAccessibleDescription(new RegExp(here));
    await expect.element(server).toHaveAccessibleDescription(new RegExp(theirs));
  }
});

test('[CONF-09] a conflict about a hidden item does not name its author', async () => {
  open([everyKind.hidden]);
  await expect.element(about('Cook for six').getByText(/Deleted: |by Bo/)).not.toBeInTheDocument();
});

test('[CONF-09] the heading of a conflict is the title on this device', async () => {
  open([everyKind.update, everyKind.deletedHere, everyKind.hidden]);
  for (const name of ['Buy four oars', 'Check the rope', 'Cook for six']) {
    await expect.element(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect.element(about(name)).toBeInTheDocument();
  }
});

test('[CONF-07] Keep both uses the current versions, not those of the time the conflict was found', async () => {
  const rest = { base: { ...baseOf(everyKind.update), title: 'Start' } };
  const [mine, theirs] = [{ title: 'Mine' }, { title: 'Theirs' }];
  const only = conflictCase('only', mine, theirs, { ...rest, canKeepBoth: true });
  const more = conflictCase('more', { ...mine, status: 'in_progress' }, theirs, rest);
  open([only, { ...more, row: { ...more.row, title: 'More' } }]);
  const both = (title: string) => about(title).getByRole('radio', { name: 'Keep both changes' });
  await expect.element(both('More')).toBeVisible();
  await expect.element(both('Mine')).not.toBeInTheDocument();
});

test('[CONF-07] to keep both changes, only colliding fields need a choice', async () => {
  const { resolveConflict } = open([everyKind.bothCollide]);
  await dialog.getByRole('radio', { name: 'Keep both changes' }).click();
  await expect
    .element(
      dialog.getByText('From this device: due date. From the server: status. You choose: title.'),
    )
    .toBeVisible();
  await expect.element(resolveButton).toBeDisabled();
  const title = dialog.getByRole('group', { name: 'Title: which one?' });
  await expect
    .element(dialog.getByRole('group', { name: /Status: which/ }))
    .not.toBeInTheDocument();
  await title.getByRole('radio', { name: 'From this device Paint the boat blue' }).click();
  await resolveButton.click();
  await expect
    .poll(() => resolveConflict)
    .toHaveBeenCalledExactlyOnceWith(everyKind.bothCollide, { both: ['title'] });
});

test('[CONF-08] a conflict that changed since it was shown needs another choice', async () => {
  const resolveConflict = vi.fn(async () => 'changed' as const);
  open([everyKind.update], { resolveConflict });
  const local = dialog.getByRole('radio', { name: 'Keep Local Version' });
  await local.click();
  await resolveButton.click();
  await expect.element(resolveButton).toBeDisabled();
  await expect.element(local).not.toBeChecked();
});

test('an item that the server no longer has is restored, created as new or discarded', async () => {
  open([everyKind.deletedThere, everyKind.hidden]);
  const deleted = about('Find a captain with a beard');
  await expect
    .element(deleted.getByRole('radio', { name: 'Keep Local Version' }))
    .toHaveAccessibleDescription(/Brings the item back with your changes\./);
  await expect
    .element(deleted.getByRole('radio', { name: 'Keep Server Version' }))
    .toHaveAccessibleDescription(/Deleted on the server\./);
  const hidden = about('Cook for six');
  await expect
    .element(hidden.getByRole('radio', { name: 'Keep my text as a new item' }))
    .toBeVisible();
  await expect.element(hidden.getByRole('radio', { name: 'Discard' })).toBeVisible();
});

test('a deleted item that the user may not restore is offered as a new one', async () => {
  open([
    conflictCase('x', { title: 'Mine', permission: 'contribute' }, null, {
      kind: 'removed',
      removal: 'deleted',
    }),
  ]);
  await expect
    .element(dialog.getByRole('radio', { name: 'Keep my text as a new item' }))
    .toBeVisible();
});

test('if a version arrives after the choice, the user has to choose again', async () => {
  const { setConflicts } = open([everyKind.update]);
  await dialog.getByRole('radio', { name: 'Keep Server Version' }).click();
  await expect.element(resolveButton).toBeEnabled();
  const { conflict } = everyKind.update;
  if (conflict.server === null) throw new Error('the case has a server version');
  const server = { ...conflict.server, version: 3 };
  setConflicts([{ ...conflict, server, rev: 3 }]);
  await expect.element(resolveButton).toBeDisabled();
});

test('one press resolves all conflicts', async () => {
  const { resolveConflict } = open(Object.values(everyKind));
  await dialog.getByRole('button', { name: 'Keep all from server' }).click();
  await resolveButton.click();
  await expect.poll(() => resolveConflict).toHaveBeenCalledTimes(Object.keys(everyKind).length);
  expect(new Set(resolveConflict.mock.calls.map(([, keep]) => keep))).toEqual(new Set(['server']));
});

test('the dialog opens by itself, so a key meant for something else chooses nothing', async () => {
  const { setConflictsAside } = open([everyKind.update]);
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('a {Enter}');
  await expect.element(resolveButton).toBeDisabled();
  expect(setConflictsAside).not.toHaveBeenCalled();
});
