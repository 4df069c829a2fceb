// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const unread = 'the engine catches it, and nothing reads its message';

/** Of `cycle` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncCycle = [
  ...equivalentIn('sync/src/cycle/cycle-context.ts', [
    [
      'positions: readonly Position[] = []',
      '[]',
      '["Stryker was here"]',
      'a cycle reads them before its first call',
    ],
    [
      "reply.kind === 'answer' || reply.kind === 'refusal'",
      "reply.kind === 'answer' || reply.kind === 'refusal'",
      'true',
      'a reply that names no time measures nothing',
    ],
    ['if (change !== null) this.#parents', 'change !== null', 'false', 'it only saves reads'],
  ]),
  ...equivalentIn('sync/src/cycle/cycle-end.ts', [
    ["super(problem === null ? 'stopped'", "'stopped'", '""', unread],
    ["super('epoch_changed')", "'epoch_changed'", '""', unread],
  ]),
];
