import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { beginVisitAt } from '../app/testing/begin-visit.ts';
import { ada, fakeClient } from '../replica/testing/fake-client.ts';
import { TodoScreen } from '../features/items/todo-screen.tsx';
import { renderWith } from '../replica/testing/render-with.tsx';

test("[SHEET-03] a todo's link that is opened during the first sync waits for the todo and for its parent", async () => {
  const boat = localItem(1, { type: 'campaign', title: 'The boat' });
  const rope = localItem(2, { type: 'todo', title: 'Buy a rope', parent_uuid: boat.uuid });
  const place = location.pathname + location.search;
  beginVisitAt(`/todos/${rope.uuid}`);
  onTestFinished(() => beginVisitAt(place));
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <TodoScreen routeId={rope.uuid} />);
  await expect.element(page.getByText('Loading todo...')).toBeVisible();
  fake.putRows([rope]);
  // A page without the parent would have left the address of the todo.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(page.getByText('Loading todo...')).toBeVisible();
  await expect.poll(() => location.pathname).toBe(`/todos/${rope.uuid}`);
  fake.putRows([boat]);
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/campaigns/${boat.id}?item=${rope.uuid}`);
});

test("[SHEET-03] a todo's link waits until the signed-in user is known", async () => {
  const rope = localItem(2, { type: 'todo', title: 'Buy a rope', user_id: ada.id });
  const place = location.pathname + location.search;
  beginVisitAt(`/todos/${rope.uuid}`);
  onTestFinished(() => beginVisitAt(place));
  const fake = fakeClient();
  fake.setSession({ kind: 'starting' });
  fake.putRows([rope]);
  renderWith(fake.client, <TodoScreen routeId={rope.uuid} />);
  await expect.element(page.getByText('Loading todo...')).toBeVisible();
  fake.setSession({ kind: 'user', user: ada });
  await expect.poll(() => location.pathname + location.search).toBe(`/queue?item=${rope.uuid}`);
});
