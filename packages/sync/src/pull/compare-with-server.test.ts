import { wireError, type DeltaItem, type ItemsDelta } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { CycleEnded } from '../cycle/cycle-end.ts';
import { identityOf } from '../remote/apply-remote.ts';
import type { RemoteChange, StreamCursor } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import { answered, cycleOf, itemsPage } from '../testing/cycle-of.ts';
import { refusal, type ProvokedFailure } from '../testing/poison.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { newWorld } from '../testing/test-world.ts';
import { compareWithServer } from './compare-with-server.ts';

/** How far the device has read tasks, unless a case says otherwise. */
const cursor = 10;
const whole: StreamCursor = { cursor, fullSince: null, isComplete: true };

interface Case {
  /** Rows of the device that came from the server. */
  readonly held?: readonly DeltaItem[];
  /** The rows that wait for a decision on the device. */
  readonly waiting?: readonly RemoteChange[];
  readonly cursors?: Partial<Record<ItemType, StreamCursor>>;
  /** Everything that the server has. */
  readonly server?: readonly RemoteChange[];
  /** The fault of a call, if any; the call names the epoch if it asks whether the server knows the cursor. */
  readonly fault?: (type: ItemType, isNamed: boolean) => ProvokedFailure | null;
  /** The id of a stored row that cannot be read. */
  readonly unreadableId?: number;
}

const row = (number: number, rev: number, fields: Partial<DeltaItem> = {}): DeltaItem =>
  serverRow(number, { type: 'task', updated_at: at(1), rev, ...fields });
const has = (...of: Parameters<typeof row>): RemoteChange => ({ kind: 'row', row: row(...of) });
const removed = (number: number, rev: number): RemoteChange => ({
  kind: 'removal',
  removal: { id: number, uuid: uuidOf(number), reason: 'deleted', rev },
});
/** An hour of the first day. */
function at(hour: number): string {
  return new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
}
const left = (commonHead: number) => ({ kind: 'left', commonHead, isRefuted: true });
const same = { kind: 'same' };

/** Compares the rows of a device with those of a server, and returns the entries of the log. */
async function compare(of: Case) {
  const { world, one } = newWorld();
  await one.store.write(async (tx) => {
    await tx.putItems((of.held ?? []).map((base) => heldRow(base)));
    for (const entry of of.waiting ?? []) {
      await tx.putMeta(storedName.buffered, identityOf(entry).uuid, entry);
    }
    for (const [type, state] of Object.entries(of.cursors ?? { task: whole })) {
      await tx.putMeta('cursor', type, state);
    }
    await tx.putMeta('epoch', 'server', { epoch: 'e1' });
  });
  const { unreadableId } = of;
  if (unreadableId !== undefined) {
    one.tables.putRaw('items', { ...localItem(unreadableId), uuid: uuidOf(99), title: 7 } as never);
  }
  const { transport } = one;
  transport.fetchItems = async (type, since, limit, { epoch }) => {
    const fault = of.fault?.(type, epoch !== null);
    if (fault) return fault;
    return answered(pageOf(of.server ?? [], type, since, limit));
  };
  const cycle = await cycleOf(world, one, { pageRows: 2 });
  const compared = await compareWithServer(cycle);
  return { compared, noted: cycle.log.entries().find(({ event }) => event === 'compared') };
}

/** A page of one type; removals come in the stream of tasks. */
function pageOf(
  all: readonly RemoteChange[],
  type: ItemType,
  since: number,
  limit: number,
): ItemsDelta {
  const newer = all
    .filter((entry) => (entry.kind === 'row' ? entry.row.type : 'task') === type)
    .filter((entry) => identityOf(entry).rev > since)
    .toSorted((a, b) => identityOf(a).rev - identityOf(b).rev);
  const page = newer.slice(0, limit);
  const last = page.at(-1);
  return itemsPage({
    data: page.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : [])),
    removed: page.flatMap((entry) => (entry.kind === 'removal' ? [entry.removal] : [])),
    cursor: last === undefined ? since : identityOf(last).rev,
    more: newer.length > limit,
  });
}

/** The server's refusal of a cursor: up to `knownHead` it has what this device received. */
function otherEpoch(knownHead: number | null): ProvokedFailure {
  const rest = { serverNow: null, position: null, retryAfterMs: null };
  return { kind: 'refusal', status: 409, error: wireError('epoch_changed'), knownHead, ...rest };
}

/** The fault of the call that asks whether the server knows a cursor. */
function standing(failure: ProvokedFailure, of: ItemType = 'task'): NonNullable<Case['fault']> {
  return (type, isNamed) => (isNamed && type === of ? failure : null);
}

const agreeing: readonly (readonly [string, Case])[] = [
  ['what both have', { held: [row(1, 5)], server: [has(1, 5)] }],
  ['a row that came after all that was read', { server: [has(1, 12)] }],
  ['a removal of what was never here', { server: [removed(1, 7)] }],
  ['a row that is here and cannot be read', { unreadableId: 1, server: [has(1, 4)] }],
  ['a removal that is recorded again', { waiting: [removed(1, 7)], server: [removed(1, 9)] }],
  [
    'a row of an ended history, which has no position here',
    { held: [row(1, 0)], server: [has(1, 4, { version: 7 })] },
  ],
  ['a row of an ended history that the server lacks', { held: [row(1, 0)] }],
  ['a later version', { held: [row(1, 5)], server: [has(1, 12, { title: 'later', version: 2 })] }],
  [
    'a status that followed from others, at the same version',
    { held: [row(1, 5)], server: [has(1, 12, { status: 'completed' })] },
  ],
  ['a later removal', { held: [row(1, 5)], server: [removed(1, 12)] }],
  ['what came back after its removal', { waiting: [removed(1, 5)], server: [has(1, 12)] }],
];

test.each(agreeing)('[I20] histories agree about %s', async (_what, of) => {
  expect((await compare(of)).compared).toEqual(same);
});

const differing: readonly (readonly [string, number, Case])[] = [
  ['a version', 5, { held: [row(1, 5)], server: [has(1, 5, { version: 2 })] }],
  ['a text at the same version', 5, { held: [row(1, 5)], server: [has(1, 5, { title: 'x' })] }],
  ['a removal in place of a row', 5, { held: [row(1, 5)], server: [removed(1, 5)] }],
  ['a row in place of a removal', 5, { waiting: [removed(1, 5)], server: [has(1, 5)] }],
  ['an older state', 5, { held: [row(1, 5)], server: [has(1, 3)] }],
  [
    'an older position that was given again',
    3,
    { held: [row(1, 5)], server: [has(1, 3, { updated_at: at(2) })] },
  ],
  [
    'a position that was read without it',
    9,
    { held: [row(1, 5)], server: [has(1, 9, { version: 2 })] },
  ],
  [
    'the last position that was read',
    cursor,
    { held: [row(1, 5)], server: [has(1, cursor, { version: 2 })] },
  ],
  [
    'an earlier version at a later position',
    5,
    { held: [row(1, 5, { version: 2 })], server: [has(1, 12)] },
  ],
  ['another title of one version', 5, { held: [row(1, 5)], server: [has(1, 12, { title: 'x' })] }],
  [
    'another description of one version',
    5,
    { held: [row(1, 5)], server: [has(1, 12, { description: 'x' })] },
  ],
  ['a row that the server lacks', 5, { held: [row(1, 5)] }],
  [
    'a row that was removed here at some position',
    cursor,
    { held: [row(1, 5)], server: [has(1, 5), has(2, 4)] },
  ],
  [
    'a row that was removed here, at the last position that was read',
    cursor,
    { server: [has(1, cursor)] },
  ],
  [
    'a row that is newer than all that was received',
    4,
    { held: [row(1, 5)], server: [has(1, 5), has(2, 4, { updated_at: at(2) })] },
  ],
  [
    'a row that is newer than some of what was received',
    cursor,
    {
      held: [row(1, 5, { updated_at: at(3) }), row(2, 6)],
      server: [has(1, 5, { updated_at: at(3) }), has(2, 6), has(3, 4, { updated_at: at(2) })],
    },
  ],
  [
    'several rows',
    5,
    {
      held: [row(1, 5), row(2, 8), row(3, 9)],
      server: [has(1, 5, { version: 2 }), has(2, 8, { version: 2 }), has(3, 9)],
    },
  ],
];

test.each(differing)(
  '[I1] histories differ from the first position with %s: %i',
  async (_what, first, of) => {
    const { compared, noted } = await compare(of);
    expect(compared).toEqual(left(first - 1));
    expect(noted).toMatchObject({ outcome: 'accepted', cursor: first });
  },
);

test.each([
  ['is not complete', { ...whole, isComplete: false }],
  ['is fetched again', { ...whole, fullSince: 1 }],
])(
  'a later state is not a difference below the cursor of a stream that %s',
  async (_how, state) => {
    const of = { held: [row(1, 5)], server: [has(1, 9, { version: 2 })] };
    expect((await compare({ ...of, cursors: { task: state } })).compared).toEqual(same);
    expect((await compare(of)).compared).toEqual(left(8));
  },
);

const both = { campaign: { ...whole, cursor: 3 }, task: whole };

test('[I7] rows that a server has forgotten do not count as a difference if it has everything that was received', async () => {
  const of = { held: [row(1, 5)] };
  const { compared } = await compare({ ...of, fault: standing(otherEpoch(cursor)) });
  expect(compared).toEqual(same);
});

test.each([[cursor - 1], [null]])(
  '[I1] a refused cursor proves a loss even if no row shows it, if the server knows up to %s',
  async (knownHead) => {
    const of = { cursors: both, fault: standing(otherEpoch(knownHead)) };
    const { compared, noted } = await compare(of);
    expect(compared).toEqual({ kind: 'left', commonHead: cursor, isRefuted: false });
    expect(noted).toMatchObject({ outcome: 'refused' });
    const waiting = [has(1, 12)];
    const more = await compare({ ...of, waiting, server: waiting });
    expect(more.compared).toEqual({ kind: 'left', commonHead: 12, isRefuted: false });
  },
);

test('[I1] the server is asked about the greatest cursor', async () => {
  const fault: Case['fault'] = (_type, isNamed) => (isNamed ? otherEpoch(5) : null);
  const { compared } = await compare({ cursors: both, fault });
  expect(compared).toMatchObject({ kind: 'left' });
});

test('[I1] nothing counts as known if no stream was read to its end', async () => {
  const fault: Case['fault'] = (_type, isNamed) => (isNamed ? otherEpoch(0) : null);
  const unread = { ...whole, fullSince: 1 };
  const { compared } = await compare({ cursors: { task: unread }, held: [row(1, 5)], fault });
  expect(compared).toEqual(left(4));
});

test('[I23] if the call for a stream fails, another stream or the rows decide', async () => {
  const garbled: ProvokedFailure = { kind: 'garbled', status: 200 };
  const rows = { held: [row(1, 5)], server: [has(1, 5)] };
  const one = await compare({ ...rows, cursors: both, fault: standing(garbled) });
  expect(one.compared).toEqual(same);
  const fault: Case['fault'] = (_type, isNamed) => (isNamed ? refusal(500) : null);
  expect((await compare({ ...rows, cursors: both, fault })).compared).toEqual(same);
});

test('an unreadable stream leaves the comparison undecided, and a missing network ends the cycle', async () => {
  const away: ProvokedFailure = { kind: 'noAnswer', why: 'network' };
  const failing = (failure: ProvokedFailure, isAsking: boolean) =>
    compare({
      fault: (type, isNamed) => (type === 'task' && isNamed === isAsking ? failure : null),
    });
  expect((await failing(refusal(500), false)).compared).toBeNull();
  await expect(failing(away, false)).rejects.toThrow(CycleEnded);
  await expect(failing(away, true)).rejects.toThrow(CycleEnded);
});
