import type { SyncProblem, SyncState } from '@foray/sync';
import { expect, test } from 'vitest';
import { syncViewOf } from './sync-view.ts';

const state: SyncState = {
  phase: 'idle',
  pending: 0,
  blocked: 0,
  conflicts: 0,
  lastSyncAt: null,
  inStepAt: null,
  lastError: null,
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
