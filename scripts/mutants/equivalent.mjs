// @ts-check
import { equivalentInAccounts } from './equivalent-authority-account.mjs';
import { equivalentInItems } from './equivalent-authority-items.mjs';
import { equivalentInDomain } from './equivalent-domain.mjs';
import { equivalentInSyncRemote } from './equivalent-sync-remote.mjs';
import { equivalentInSyncConflicts } from './equivalent-sync-conflicts.mjs';
import { equivalentInSyncOptimistic } from './equivalent-sync-optimistic.mjs';
import { equivalentInSyncEngine } from './equivalent-sync-engine.mjs';
import { equivalentInSyncQueue } from './equivalent-sync-queue.mjs';
import { equivalentInSyncPull } from './equivalent-sync-pull.mjs';
import { equivalentInSyncPush } from './equivalent-sync-push.mjs';
import { equivalentInSyncCycle } from './equivalent-sync-cycle.mjs';
import { equivalentInSyncAccount } from './equivalent-sync-account.mjs';
import { equivalentInSyncStore } from './equivalent-sync-store.mjs';
import { equivalentInSyncDataFile } from './equivalent-sync-data-file.mjs';
import { equivalentInSyncMemory } from './equivalent-sync-memory.mjs';
import { equivalentInSyncActions } from './equivalent-sync-actions.mjs';

/**
 * A mutant that changes nothing that anybody can see, with the reason. `text` occurs in the file once. The
 * mutated code is the first behind its beginning, on the lines of it, that begins with `from`, and the
 * shortest there. `to` is what Stryker puts in its place, or how that begins.
 * @typedef {{ file: string, text: string, from: string, to: string, why: string }} EquivalentMutant
 */

/** Mutants that no test can notice. @type {readonly EquivalentMutant[]} */
export const equivalentMutants = [
  ...equivalentInDomain,
  ...equivalentInAccounts,
  ...equivalentInItems,
  ...equivalentInSyncRemote,
  ...equivalentInSyncConflicts,
  ...equivalentInSyncOptimistic,
  ...equivalentInSyncEngine,
  ...equivalentInSyncQueue,
  ...equivalentInSyncPull,
  ...equivalentInSyncPush,
  ...equivalentInSyncCycle,
  ...equivalentInSyncAccount,
  ...equivalentInSyncStore,
  ...equivalentInSyncDataFile,
  ...equivalentInSyncMemory,
  ...equivalentInSyncActions,
];
