import type { QueuedRequest } from '../store/queued-request.ts';
import { deviceWith } from '../testing/device-with.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { detachedBy } from './detached.ts';
import { inStep } from '../testing/in-step.ts';

/** The numbers of the items, and the places in the queue of requests about them. */
const [parent, child] = [1, 2];

function create(seq: number, item: number, inside: number | null = null): QueuedRequest {
  return queuedRequest(seq, item, {
    method: 'POST',
    url: '/api/items',
    data: { uuid: uuidOf(item), parent_id: inside === null ? null : uuidOf(inside) },
    needs: inside === null ? [] : [uuidOf(inside)],
  });
}

function move(seq: number, item: number, inside: number | null): QueuedRequest {
  const parentUuid = inside === null ? null : uuidOf(inside);
  return queuedRequest(seq, item, {
    data: { parent_id: parentUuid },
    needs: parentUuid === null ? [] : [parentUuid],
  });
}

function act(seq: number, item: number, action: 'assign' | 'remove' | 'restore'): QueuedRequest {
  const url = `/api/items/${uuidOf(item)}/${action}`;
  return queuedRequest(seq, item, {
    method: 'POST',
    url,
    data: action === 'restore' ? null : { user_id: 2 },
  });
}

function remove(seq: number, item: number): QueuedRequest {
  return queuedRequest(seq, item, { method: 'DELETE', data: null });
}

/** The places in the queue of the requests that the discard of one drops, and of those that it detaches. */
async function without(one: TestDevice, request: QueuedRequest) {
  const { dropped, detached } = await one.read((tx) => detachedBy(tx, request));
  const seqs = (requests: readonly QueuedRequest[]) => requests.map(({ seq }) => seq);
  return { dropped: seqs(dropped), detached: seqs(detached) };
}

test('[I1] discarding a create drops all requests about its item, and creates inside it', async () => {
  const made = create(1, parent);
  const one = await deviceWith(
    [],
    made,
    create(2, child, parent),
    act(3, child, 'assign'),
    queuedRequest(4, parent),
    remove(5, child),
    create(6, 3),
    queuedRequest(7, 3),
  );
  expect(await without(one, made)).toEqual({ dropped: [2, 3, 4, 5], detached: [] });
});

test('[I1] an item created elsewhere and moved into the item of a discarded create loses only the move', async () => {
  const made = create(1, parent);
  const one = await deviceWith(
    [],
    made,
    create(2, child),
    move(3, child, parent),
    queuedRequest(4, child),
  );
  expect(await without(one, made)).toEqual({ dropped: [3], detached: [] });
});

test('[I1] an item created in the item of a discarded create and then moved starts at the top level', async () => {
  const made = create(1, parent);
  const one = await deviceWith([], made, create(2, child, parent), move(3, child, null));
  expect(await without(one, made)).toEqual({ dropped: [], detached: [2] });
});

test('[I1] a discarded edit drops nothing else, even if its item was not created yet', async () => {
  const edit = queuedRequest(2, parent);
  const one = await deviceWith([], create(1, parent), edit, create(3, child, parent));
  expect(await without(one, edit)).toEqual({ dropped: [], detached: [] });
});

test('[I1] a discarded create drops nothing else if the server has its item', async () => {
  const { one } = await inStep({ uuid: uuidOf(parent), type: 'task', title: 'made elsewhere' });
  const made = create(1, parent);
  await one.store.write(async (tx) => {
    for (const request of [made, queuedRequest(2, parent), create(3, child, parent)]) {
      await tx.putRequest(request);
    }
  });
  expect(await without(one, made)).toEqual({ dropped: [], detached: [] });
});

test('[I1] an item recreated before its parent is dropped with the parent’s create', async () => {
  const made = create(2, parent);
  const one = await deviceWith([], create(1, child, parent), made);
  expect(await without(one, made)).toEqual({ dropped: [1], detached: [] });
});

test('[I1] discarding a restore drops the changes of its item, but neither a delete nor earlier requests', async () => {
  const restore = act(2, parent, 'restore');
  const one = await deviceWith(
    [],
    create(1, child, parent),
    restore,
    queuedRequest(3, parent),
    act(4, parent, 'assign'),
    act(5, parent, 'remove'),
    create(6, 3, parent),
    queuedRequest(7, 3),
    remove(8, parent),
  );
  expect(await without(one, restore)).toEqual({ dropped: [3, 4, 5, 6, 7], detached: [] });
});

test('[I1] a discarded restore drops nothing else if a later one restores the item too', async () => {
  const restore = act(1, parent, 'restore');
  const one = await deviceWith(
    [],
    restore,
    remove(2, parent),
    act(3, parent, 'restore'),
    queuedRequest(4, parent),
  );
  expect(await without(one, restore)).toEqual({ dropped: [], detached: [] });
});
