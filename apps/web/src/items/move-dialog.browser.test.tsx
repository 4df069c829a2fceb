import { localItem } from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../replica/index.ts';
import { ada, fakeClient } from '../replica/testing/fake-client.ts';
import { render } from '../ui/testing/render.tsx';
import { MoveDialog } from './move-dialog.tsx';

const todo = localItem(1, { type: 'todo', title: 'Call the harbour', user_id: ada.id });
const seen = localItem(2, { type: 'campaign', title: 'Only to be seen', permission: 'view' });

test('where all places may only be viewed, it says that there is nothing to move into', async () => {
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  fake.putRows([todo, seen]);
  render(
    <ClientProvider client={fake.client}>
      <MoveDialog uuid={todo.uuid} open onOpenChange={() => undefined} />
    </ClientProvider>,
  );
  await expect.element(page.getByText('There is nothing to move it into yet.')).toBeVisible();
  await expect.element(page.getByText('Only to be seen')).not.toBeInTheDocument();
});
