import { ok, type ItemStatus } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { useItem } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { DetailActions } from '../detail/detail-actions.tsx';
import { useItemCommands } from '../dialogs/item-commands.ts';
import { ItemDialogs } from '../dialogs/item-dialogs.tsx';
import { StatusButton } from './status-button.tsx';
import { UpNextCard } from '../list/up-next-card.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const first = localItem(1, { type: 'task', title: 'Mend the net', user_id: 0 });
const second = localItem(2, { type: 'task', title: 'Paint the hull', user_id: 0 });

/** The content with both items, whose statuses change as in the app. */
function open(content: ReactNode) {
  const setStatus = vi.fn(async (seen: LocalItem, status: ItemStatus) => {
    const item = { ...seen, status };
    fake.putRows([item]);
    return ok(item);
  });
  const fake = fakeClient({ setStatus });
  fake.putRows([first, second]);
  renderWith(fake.client, <ItemDialogs>{content}</ItemDialogs>);
  return setStatus;
}

/** The first pending item: as in Queue, the next one takes its place. */
function useNextPending() {
  const items = [useItem(first.uuid), useItem(second.uuid)];
  return items.find((item) => item?.status === 'pending');
}

function Actions() {
  const item = useItem(first.uuid) ?? first;
  return <DetailActions item={item} commands={useItemCommands(item)} />;
}

function FirstRow() {
  const item = useNextPending();
  return item && <StatusButton key={item.uuid} item={item} />;
}

function Next() {
  const item = useNextPending();
  return item && <UpNextCard item={item} />;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a double click on Start starts the item and does not complete it; a later click does', async () => {
  const setStatus = open(<Actions />);
  await button('Start').dblClick();
  await expect.element(button('Complete')).toBeVisible();
  expect(setStatus).toHaveBeenCalledExactlyOnceWith(first, 'in_progress');
  await button('Complete').click();
  await expect.element(button('Reopen')).toBeVisible();
});

test('a double click on a status completes one item, not the one that takes its place', async () => {
  const setStatus = open(<FirstRow />);
  await button('Complete Mend the net').dblClick();
  await expect.element(button('Complete Paint the hull')).toBeVisible();
  expect(setStatus).toHaveBeenCalledExactlyOnceWith(first, 'completed');
});

test('a double click on Start in Up next starts one item', async () => {
  const setStatus = open(<Next />);
  await button('Start').dblClick();
  await expect.element(page.getByText('Paint the hull')).toBeVisible();
  expect(setStatus).toHaveBeenCalledExactlyOnceWith(first, 'in_progress');
});
