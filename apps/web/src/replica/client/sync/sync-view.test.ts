import { storedName, type SyncProblem, type SyncState } from '@foray/sync';
import { queuedRequest } from '@foray/sync/testing';
import { syncViewOf } from './sync-view.ts';
import { upgradeViewOf } from './upgrade-view.ts';

const state: SyncState = {
  phase: 'idle',
  pending: 0,
  blocked: 0,
  conflicts: 0,
  lastSyncAt: null,
  inStepAt: null,
  lastError: null,
  failingSince: null,
  orphanedUuids: [],
};

const troubles: readonly (readonly [SyncProblem, string | null])[] = [
  [{ code: 'too_old' }, 'tooOld'],
  [{ code: 'store', detail: 'quota' }, 'noRoom'],
  [{ code: 'store', detail: 'broken' }, 'storeFailed'],
  [{ code: 'store', detail: 'unexpected: TypeError: x' }, 'storeFailed'],
  [{ code: 'store', detail: 'closed' }, null],
  [{ code: 'no_answer' }, null],
];

test.each(troubles)(
  '[DATA-14] the reason why sync is stopped is shown: %j',
  (lastError, trouble) => {
    const view = syncViewOf({ ...state, lastError }, true, { kind: 'ok' });
    expect(view).toMatchObject({ trouble, hasFailed: true });
  },
);

test.each([
  ['idle', false, true],
  ['syncing', false, true],
  ['offline', true, false],
] as const)(
  '[SYNC-13] in the state %s the engine decides, even if the browser says online: %s',
  (phase, isOnline, online) => {
    expect(syncViewOf({ ...state, phase }, isOnline, { kind: 'ok' })).toMatchObject({ online });
    expect(syncViewOf(null, isOnline, { kind: 'ok' })).toMatchObject({ online: isOnline });
  },
);

test('[SYNC-18] the view has the time since which syncs have failed for a reason other than the network', () => {
  const failingSince = '2026-01-01T08:00:00.000Z';
  const shown = (lastError: SyncProblem | null) =>
    syncViewOf({ ...state, failingSince, lastError }, true, { kind: 'ok' }).failingSince;
  expect(shown({ code: 'unavailable', status: 500, retryAfterMs: null })).toBe(failingSince);
  expect(shown({ code: 'store', detail: 'broken' })).toBe(failingSince);
  // Shown by the badge, or by a banner or notice of its own.
  for (const code of ['no_answer', 'too_old', 'signed_out', 'wrong_actor'] as const) {
    expect(shown({ code })).toBeNull();
  }
  expect(shown(null)).toBeNull();
});

const imported = [1, 2].map((number) => queuedRequest(number, number, { isImport: true }));
const ownChange = queuedRequest(3, 3);

test("[UPG-01] an upgrade is complete when none of the guest's items is queued, whatever else is", () => {
  expect(upgradeViewOf(3, [...imported, ownChange], false)).toEqual({
    kind: 'running',
    total: 3,
    left: 2,
  });
  expect(upgradeViewOf(3, imported.slice(1), false)).toMatchObject({ kind: 'running', left: 1 });
  expect(upgradeViewOf(3, [ownChange], false)).toEqual({ kind: 'complete' });
});

test('[UPG-02] a failed cycle or a refused item of the guest is an error, and a refused change is not', () => {
  const state = {
    kind: storedName.blocked,
    why: { kind: 'verdict', status: 422, code: 'limit' },
    since: '2026-01-01T00:00:00.000Z',
  } as const;
  expect(upgradeViewOf(3, imported, true)).toEqual({ kind: 'error' });
  expect(upgradeViewOf(3, [...imported, { ...imported[0]!, state }], false)).toEqual({
    kind: 'error',
  });
  expect(upgradeViewOf(3, [...imported, { ...ownChange, state }], false)).toMatchObject({
    kind: 'running',
  });
  expect(upgradeViewOf(3, [ownChange], true)).toEqual({ kind: 'complete' });
});
