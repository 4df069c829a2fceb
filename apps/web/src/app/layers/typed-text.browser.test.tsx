import { err, ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { page, userEvent } from 'vitest/browser';
import { Observable, useObservable } from '../../state/observable.ts';
import { CreateItemDialog } from '../../features/items/create-item-dialog.tsx';
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EditDialog } from '../../items/dialogs/edit-dialog.tsx';
import { ItemDialogs, useItemScreen } from '../../items/dialogs/item-dialogs.tsx';
import { ItemTitle } from '../../items/list/item-title.tsx';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const boat = localItem(1, { type: 'campaign', title: 'Get the boat ready', user_id: ada.id });
const rope = localItem(2, { type: 'todo', title: 'Buy a rope', user_id: ada.id });

afterEach(() => closeOverlay());

/** Shows `content` with the items; the returned function replaces the content. */
function open(content: ReactNode, actions: Partial<ClientActions> = {}) {
  const fake = fakeClient({ createItem: async () => ok(rope), ...actions });
  fake.putRows([boat, rope]);
  const shown = new Observable(content);
  const Screen = () => useObservable(shown);
  renderWith(fake.client, <Screen />);
  return { ...fake, show: (next: ReactNode) => flushSync(() => shown.set(next)) };
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const createDialog = page.getByRole('dialog', { name: 'Create New Item' });
const editDialog = page.getByRole('dialog', { name: 'Edit todo' });

/** Presses beside an open dialog. */
async function pressBeside(): Promise<void> {
  const scrim = document.querySelector<HTMLElement>('.bg-scrim');
  if (scrim === null) throw new Error('no dialog is open');
  // No styles of the test make it visible around the dialog.
  scrim.style.paddingTop = '20px';
  const { x, y } = scrim.getBoundingClientRect();
  // Everything except the dialog is inert while it is open.
  await userEvent.click(document.documentElement, { position: { x: x + 4, y: y + 4 } });
}

/** The create dialog behind the add button, as the shell shows it. */
function Create() {
  return <CreateItemDialog open={useOverlay() === 'create'} onOpenChange={closeOverlay} />;
}

test('text typed into quick-add is still in its own place after visiting another page', async () => {
  const { show } = open(<QuickAdd key="home" types={['todo']} />);
  await field('Title').fill('Call the harbour');
  show(<QuickAdd types={['task']} parentUuid={boat.uuid} />);
  await expect.element(field('Title')).toHaveValue('');
  show(null);
  show(<QuickAdd key="again" types={['todo']} />);
  await expect.element(field('Title')).toHaveValue('Call the harbour');
});

test('a created item leaves no draft behind', async () => {
  const { show } = open(<QuickAdd types={['todo']} />);
  await field('Title').fill('Buy a rope');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Title')).toHaveValue('');
  show(null);
  show(<QuickAdd types={['todo']} />);
  await expect.element(field('Title')).toHaveValue('');
});

test('[I6] a draft disappears when its user signs out; a guest who signs in keeps theirs', async () => {
  const { show, notify, setSession } = open(<QuickAdd types={['todo']} />);
  await field('Title').fill('Call the harbour');
  notify({ kind: 'accountLeft' });
  setSession({ kind: 'user', user: ada });
  await expect.element(field('Title')).toHaveValue('Call the harbour');
  notify({ kind: 'accountLeft' });
  setSession({ kind: 'guest' });
  await expect.element(field('Title')).toHaveValue('');
  show(null);
  show(<QuickAdd types={['todo']} />);
  await expect.element(field('Title')).toHaveValue('');
});

test('a press beside Create New Item keeps the typed text, as do another layer and Escape; Cancel does not', async () => {
  open(<Create />);
  await expect.poll(() => document.querySelector('div')).not.toBeNull();
  openOverlay('create');
  await field('Title').fill('Call the harbour');
  await pressBeside();
  await expect.element(field('Title')).toHaveValue('Call the harbour');
  openOverlay('search');
  await expect.element(createDialog).not.toBeInTheDocument();
  openOverlay('create');
  await expect.element(field('Title')).toHaveValue('Call the harbour');
  await userEvent.keyboard('{Escape}');
  await expect.element(createDialog).not.toBeInTheDocument();
  openOverlay('create');
  await expect.element(field('Title')).toHaveValue('Call the harbour');
  await button('Cancel').click();
  await expect.element(createDialog).not.toBeInTheDocument();
  openOverlay('create');
  await expect.element(field('Title')).toHaveValue('');
  await pressBeside();
  await expect.element(createDialog).not.toBeInTheDocument();
});

function Edit() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <EditDialog seen={rope} open={isOpen} onOpenChange={setIsOpen} />
      <output aria-label="Layer">{useOverlay() ?? 'none'}</output>
    </>
  );
}

test('a press beside the Edit dialog closes it only if nothing is changed and no other layer covers it', async () => {
  open(<Edit />);
  await field('Description').fill('Ten metres');
  await pressBeside();
  openOverlay('search');
  await expect.element(page.getByLabelText('Layer')).toHaveTextContent('none');
  await expect.element(field('Description')).toHaveValue('Ten metres');
  await field('Description').fill('');
  await pressBeside();
  await expect.element(editDialog).not.toBeInTheDocument();
});

test('if an item is deleted while it is edited, the text stays available in a message', async () => {
  const { client } = open(<Edit />);
  await field('Description').fill('Ten metres');
  client.replica.get().apply([], [{ uuid: rope.uuid, localSeq: Infinity }]);
  await expect.element(page.getByText(/not here any more/)).toBeVisible();
  await expect.element(field('Description')).toHaveValue('Ten metres');
  await expect.element(button('Save')).toBeDisabled();
  await button('Cancel').click();
  await expect.element(editDialog).not.toBeInTheDocument();
});

/** Asks to edit, as a row does. */
function Asking() {
  const { ask } = useItemScreen();
  return <Button onClick={() => ask({ kind: 'edit', item: rope })}>Ask</Button>;
}

test('[I25] the shown and typed texts of an item disappear with its account, and change nothing in the next account', async () => {
  const updateItem = vi.fn<ClientActions['updateItem']>(async () => ok(rope));
  const dialogs = (
    <ItemDialogs>
      <Asking />
    </ItemDialogs>
  );
  const { notify, setSession, show } = open(dialogs, { updateItem });
  setSession({ kind: 'user', user: ada });
  await button('Ask').click();
  await expect.element(field('Title')).toHaveValue('Buy a rope');
  notify({ kind: 'accountLeft' });
  await expect.element(editDialog).not.toBeInTheDocument();
  await button('Ask').click();
  await expect.element(field('Title')).toHaveValue('Buy a rope');
  await button('Cancel').click();

  show(
    <ItemDialogs>
      <ItemTitle item={rope} isStruck className="" />
    </ItemDialogs>,
  );
  await button('Buy a rope').click();
  await field('Edit title').fill('Buy a long rope');
  notify({ kind: 'accountLeft' });
  setSession({ kind: 'guest' });
  show(null);
  expect(updateItem).not.toHaveBeenCalled();
});

test("[PERF-04] a title that cannot be stored stays in the item's dialog and can be saved again", async () => {
  const full = { code: 'store', failure: { code: 'quota', detail: 'the disk is full' } } as const;
  const updateItem = vi.fn<ClientActions['updateItem']>(async () => err(full));
  const row = (
    <ItemDialogs>
      <ItemTitle item={rope} isStruck className="" />
    </ItemDialogs>
  );
  open(row, { updateItem });
  await button('Buy a rope').click();
  await field('Edit title').fill('Buy a long rope');
  await userEvent.keyboard('{Enter}');
  await expect.element(editDialog).toBeVisible();
  await expect.element(field('Title')).toHaveValue('Buy a long rope');
  updateItem.mockImplementation(async () => ok(rope));
  await button('Save').click();
  await expect.element(editDialog).not.toBeInTheDocument();
  expect(updateItem.mock.calls.map(([seen, edit]) => [seen, edit])).toEqual([
    [rope, { title: 'Buy a long rope' }],
    [rope, { title: 'Buy a long rope' }],
  ]);
});

test('a title typed into an item that is then deleted can still be copied', async () => {
  const updateItem = vi.fn<ClientActions['updateItem']>(async () => err({ code: 'not_found' }));
  const row = (isThere: boolean) => (
    <ItemDialogs>{isThere && <ItemTitle item={rope} isStruck className="" />}</ItemDialogs>
  );
  const { client, show } = open(row(true), { updateItem });
  await button('Buy a rope').click();
  await field('Edit title').fill('Buy a long rope');
  client.replica.get().apply([], [{ uuid: rope.uuid, localSeq: Infinity }]);
  show(row(false));
  await expect.element(page.getByText(/Copy what you have typed/)).toBeVisible();
  await expect.element(field('Title')).toHaveValue('Buy a long rope');
  await expect.element(button('Save')).toBeDisabled();
  await button('Cancel').click();
});

test('a title that is being edited is saved when the user leaves its page', async () => {
  const updateItem = vi.fn<ClientActions['updateItem']>(async () => ok(rope));
  const title = (
    <ItemDialogs>
      <ItemTitle item={rope} isStruck className="" />
    </ItemDialogs>
  );
  const { show } = open(title, { updateItem });
  await button('Buy a rope').click();
  await field('Edit title').fill('Buy a long rope');
  show(null);
  await expect
    .poll(() => updateItem)
    .toHaveBeenCalledExactlyOnceWith(rope, { title: 'Buy a long rope' });

  show(title);
  await button('Buy a rope').click();
  await field('Edit title').fill('   ');
  show(null);
  expect(updateItem).toHaveBeenCalledOnce();
});
