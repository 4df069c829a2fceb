// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const speed = 'it only saves reads and writes';
const idle = 'a further round finds nothing to do';

/** Of `engine` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncEngine = [
  ...equivalentIn('sync/src/engine/engine.ts', [
    ['isHeld && this.#pushFailure', 'this.#pushFailure', 'true', 'a pause begins with its failure'],
    ['this.#state.blocked === 0 && !', 'this.#state.blocked', 'false', speed],
    ["problem.code !== 'unavailable'", 'problem.code', 'false', 'no other problem says how long'],
  ]),
  ...equivalentIn('sync/src/engine/sync-cycle.ts', [
    ['reported.filter', 'reported.filter', 'reported', idle],
    ['const isUnfinished', 'pushed.moved > 0 && ', 'pushed.moved > 0 ||', idle],
    ['const isUnfinished', 'pushed.moved', 'true', idle],
    ['const isUnfinished', 'pushed.moved', 'pushed.moved >=', idle],
    ['if (hasNew) await', 'hasNew', 'true', speed],
  ]),
  ...equivalentIn('sync/src/engine/triggers.ts', [
    ['const isBusy =', "outcome.kind === 'skipped'", 'true', 'only what is skipped says why'],
    ['return b === null ||', 'b === null', 'false', 'null has no place, which is before the first'],
    ['return b === null ||', 'urgency.indexOf(a) >', 'urgency.indexOf(a) >=', 'both are the same'],
  ]),
];
