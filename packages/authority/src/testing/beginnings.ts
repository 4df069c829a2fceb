import * as fc from 'fast-check';
import { MemoryAuthorityStore } from './memory-store.ts';
import { ScriptRun, type ScriptStart } from './script-run.ts';
import { anyStep, type ScriptStep } from './script.ts';

/** A step of an actor, a millisecond after the previous one. */
export function by(actor: number, act: ScriptStep['act']): ScriptStep {
  return { actor, afterMs: 1, act, op: null, version: null, after: null, isImport: false };
}

/** The creation of an item. Parents are slots, assignees are as in a step. */
export function make(
  actor: number,
  slot: number,
  type: 'campaign' | 'task' | 'todo',
  parent: number | null,
  assignee: number,
): ScriptStep {
  return by(actor, {
    kind: 'create',
    slot,
    type,
    parent: parent === null ? null : { slot: parent, byNumber: false },
    status: 'pending',
    assignee,
    claimedMs: 0,
  });
}

/**
 * Two campaigns that several people share, so that random steps have something to act on: one of actor 0,
 * with a task assigned to actor 1 and todos of actors 1 and 2; one of actor 2 with a task.
 */
export const familyFirst: readonly ScriptStep[] = [
  make(0, 0, 'campaign', null, 0),
  make(0, 1, 'task', 0, 2),
  make(1, 2, 'todo', 1, 3),
  make(2, 3, 'campaign', null, 0),
  make(2, 4, 'task', 3, 4),
];

/**
 * The same campaigns after two blocks and two deletes: of an item alone, and of an item with everything below
 * it.
 */
const deletedFirst: readonly ScriptStep[] = [
  ...familyFirst,
  make(1, 5, 'todo', 1, 0),
  make(3, 6, 'todo', 4, 3),
  by(1, { kind: 'block', person: 3 }),
  by(2, { kind: 'block', person: 4 }),
  by(2, { kind: 'delete', item: { slot: 4, byNumber: false }, children: [] }),
  by(0, { kind: 'delete', item: { slot: 0, byNumber: false }, children: [1, 2] }),
];

/** The state after the people have signed in and these steps have run. */
export async function after(steps: readonly ScriptStep[]): Promise<ScriptStart> {
  const store = new MemoryAuthorityStore('before');
  const run = new ScriptRun(store);
  await run.signIn();
  for (const step of steps) await run.step(step);
  return { tables: store.tables(), actors: run.actors, nowMs: run.nowMs };
}

/** The states with which random scripts begin: empty, with the campaigns, and after the deletes. */
export async function beginnings(): Promise<readonly ScriptStart[]> {
  return [await after([]), await after(familyFirst), await after(deletedFirst)];
}

/** A list of random steps of several people on a few items, long enough to have a history. */
export const anyScript: fc.Arbitrary<readonly ScriptStep[]> = fc
  .tuple(
    fc.constantFrom([], familyFirst, familyFirst, deletedFirst),
    fc.array(anyStep, { minLength: 1, maxLength: 25 }),
  )
  .map(([first, steps]) => [...first, ...steps]);
