import type { Removal } from '@foray/contract';
import { maxTitleChars } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { deviceWith } from '../testing/device-with.ts';
import { madeHere, pending, queuedCreate } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { writeOn } from '../testing/write-on.ts';
import { ownTextOf } from './own-text.ts';

/** Another user's item, of which this device has the server's fifth row. */
const theirs = { user_id: otherId, rev: 5, title: 'their title', description: 'their text' };

/** The own text that is left of an item that was hidden with this number in the feed. */
async function leftOf(row: LocalItem, requests: readonly QueuedRequest[], rev = 6) {
  const one = await deviceWith([row], ...requests);
  const removal: Removal = { id: row.id, uuid: row.uuid, reason: 'hidden', rev };
  return writeOn(one, async (unit) => ownTextOf(unit, row, requests, removal));
}

/** A change of the item with these fields. */
function patch(data: Record<string, unknown>, seq = 1): QueuedRequest {
  return queuedRequest(seq, 1, { data });
}

test('[I6] a hidden item keeps only the text that its user wrote here', async () => {
  const held = pending(1, theirs, {
    assigned_to: userId,
    parent_id: 900,
    parent_uuid: uuidOf(9),
    permission: 'contribute',
    status: 'completed',
    completed_at: '2026-01-01T00:00:09.000Z',
    rolled: { status: 'completed', completed_at: null },
    top: 0,
  });
  expect(
    await leftOf(held, [patch({ due_date: '2026-02-01' }), patch({ title: 'my title' }, 2)]),
  ).toEqual({
    ...held,
    title: 'my title',
    description: null,
    due_date: '2026-02-01',
    status: 'pending',
    user_id: userId,
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    completed_at: null,
    permission: 'manage',
    base: null,
    former: null,
    rolled: null,
    top: 1,
    sortKey: expect.any(String),
  });
});

test('own text that was completed here is completed now, and otherwise open', async () => {
  const held = pending(1, theirs);
  const done = await leftOf(held, [patch({ status: 'completed' })]);
  expect(done?.status).toBe('completed');
  expect(done?.completed_at).toBe(done?.updated_at);
  const started = await leftOf(held, [patch({ status: 'in_progress' })]);
  expect(started).toMatchObject({ status: 'in_progress', completed_at: null });
});

test('own text without a title gets its first line as title', async () => {
  const titled = async (data: Record<string, unknown>) =>
    (await leftOf(pending(1, theirs), [patch(data)]))?.title;
  expect(await titled({ description: '\n  first line \nsecond line' })).toBe('first line');
  const most = 'x'.repeat(maxTitleChars);
  expect(await titled({ description: `${most} more` })).toBe(most);
  // The cut may come directly after a space.
  expect(await titled({ description: `${most.slice(1)} more` })).toBe(most.slice(1));
  expect(await titled({ description: '  ' })).toBe('…');
  expect(await titled({ due_date: '2026-02-01' })).toBe('…');
});

test('an item that was created here stays unchanged when it is hidden', async () => {
  expect(await leftOf(madeHere(1), [patch({ title: 'x' })])).toBeNull();
  // Created again, over the row of a history that has ended.
  const again = [queuedCreate(1, 1), patch({ title: 'x' }, 2)];
  expect(await leftOf(pending(1, theirs), again)).toBeNull();
});

test('an item whose removal is not newer stays unchanged', async () => {
  expect(await leftOf(pending(1, theirs), [patch({ title: 'x' })], 5)).toBeNull();
  expect(await leftOf(pending(1, theirs), [patch({ title: 'x' })], 4)).toBeNull();
});

test('[I6] the numbers of a former history do not keep a hidden item', async () => {
  const former = { base: serverRow(1, theirs), isLost: false };
  const held = pending(1, theirs, { base: null, former });
  expect(await leftOf(held, [patch({ title: 'mine' })], 1)).toMatchObject({
    title: 'mine',
    description: null,
  });
});
