import * as fc from 'fast-check';
import { formatEtag } from '@foray/contract';
import type { ItemCommand, Ref } from '@foray/contract';
import { itemStatuses, itemTypes } from '@foray/domain';
import { createAuthority } from '../authority.ts';
import type { Authority } from '../authority.ts';
import type { Answer } from '../request.ts';
import type { Store } from '../store.ts';
import { makeMutual } from './mutual.ts';

/** How many people act in a script. */
const actorCount = 4;
/** The first moment of every script. */
const scriptStartMs = Date.parse('2026-03-01T12:00:00.000Z');

/** Names an item of a script: by the uuid of a slot, or by the number that the item got. */
export interface SlotRef {
  readonly slot: number;
  readonly byNumber: boolean;
}

/** One step: somebody does something with the items of a few slots. */
export interface Step {
  readonly actor: number;
  readonly afterMs: number;
  readonly act:
    | {
        readonly kind: 'create';
        readonly slot: number;
        readonly type: (typeof itemTypes)[number];
        readonly parent: SlotRef | null;
        readonly status: (typeof itemStatuses)[number];
        readonly assignee: number;
        readonly claimedMs: number;
      }
    | {
        readonly kind: 'patch';
        readonly item: SlotRef;
        readonly title: string | null;
        readonly status: (typeof itemStatuses)[number] | null;
        readonly parent: SlotRef | 'top' | null;
        readonly assignee: number | null;
      }
    | { readonly kind: 'assign'; readonly item: SlotRef; readonly assignee: number }
    | { readonly kind: 'delete'; readonly item: SlotRef; readonly children: readonly number[] }
    | { readonly kind: 'restore'; readonly item: SlotRef };
  /** The number of the key; steps of an actor that share one are the same request or a misuse. */
  readonly op: number | null;
  readonly version: number | null;
  readonly after: number | null;
  readonly isImport: boolean;
}

const slots = 9;
const slot = fc.nat({ max: slots - 1 });
const slotRef: fc.Arbitrary<SlotRef> = fc.record({ slot, byNumber: fc.boolean() });
const status = fc.constantFrom(...itemStatuses);
const assignee = fc.nat({ max: actorCount + 2 });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const create = fc.record({
  kind: fc.constant('create' as const),
  slot,
  type: fc.constantFrom(...itemTypes),
  parent: fc.option(slotRef, { freq: 4 }),
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constant('pending' as const) },
    { weight: 1, arbitrary: status },
  ),
  assignee,
  claimedMs: fc.integer({ min: -90_000_000, max: 90_000_000 }),
});
const patch = fc.record({
  kind: fc.constant('patch' as const),
  item: slotRef,
  title: sometimes(fc.constantFrom('Plan', 'plan 100%', 'Läufe_', 'x\\y')),
  status: sometimes(status),
  parent: rarely(fc.oneof(slotRef, fc.constant('top' as const))),
  assignee: rarely(assignee),
});
const assign = fc.record({ kind: fc.constant('assign' as const), item: slotRef, assignee });
const remove = fc.record({
  kind: fc.constant('delete' as const),
  item: slotRef,
  children: fc.array(slot, { maxLength: 4 }),
});
const restore = fc.record({ kind: fc.constant('restore' as const), item: slotRef });

/** One random step. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  actor: fc.nat({ max: actorCount - 1 }),
  afterMs: fc.constantFrom(0, 1, 1000, 700_000),
  act: fc.oneof(
    { weight: 5, arbitrary: create },
    { weight: 5, arbitrary: patch },
    { weight: 2, arbitrary: assign },
    { weight: 2, arbitrary: remove },
    { weight: 2, arbitrary: restore },
  ),
  op: seldom(fc.nat({ max: 12 })),
  version: seldom(fc.integer({ min: 1, max: 3 })),
  after: seldom(fc.nat({ max: 12 })),
  isImport: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/**
 * Two campaigns that several people share, so that random steps have something to do with: one of
 * actor 0, with a task assigned to actor 1 and todos of actors 1 and 2; one of actor 2 with a task.
 */
export const familyFirst: readonly Step[] = (
  [
    [0, 'campaign', null, 0],
    [0, 'task', 0, 2],
    [1, 'todo', 1, 3],
    [2, 'campaign', null, 0],
    [2, 'task', 3, 4],
  ] as const
).map(([actor, type, parent, assigneeIndex], index) => ({
  actor,
  afterMs: 1,
  act: {
    kind: 'create',
    slot: index,
    type,
    parent: parent === null ? null : { slot: parent, byNumber: false },
    status: 'pending',
    assignee: assigneeIndex,
    claimedMs: 0,
  },
  op: null,
  version: null,
  after: null,
  isImport: false,
}));

/** A list of random steps of several people over a few items. */
export const anyScript: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.nat({ max: 3 }), fc.array(anyStep, { minLength: 1, maxLength: 25 }))
  .map(([bare, steps]) => (bare === 0 ? steps : [...familyFirst, ...steps]));

/** The same step with every item named by its uuid, which does not depend on what ran before. */
export function namedByUuid(step: Step): Step {
  const { act } = step;
  const byUuid = <T extends SlotRef | 'top' | null>(ref: T): T =>
    ref === null || typeof ref === 'string' ? ref : Object.assign({}, ref, { byNumber: false });
  if (act.kind === 'create') return { ...step, act: { ...act, parent: byUuid(act.parent) } };
  if (act.kind !== 'patch') return { ...step, act: { ...act, item: byUuid(act.item) } };
  return { ...step, act: { ...act, item: byUuid(act.item), parent: byUuid(act.parent) } };
}

/** The uuid of the item that a slot holds. */
export function slotUuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** Runs steps on one store: an authority whose clock and uuids are the script's own. */
export class ScriptRun {
  readonly authority: Authority;
  readonly #store: Store;
  readonly #actors: number[] = [];
  #nowMs = scriptStartMs;
  #uuids = 1000;

  constructor(store: Store) {
    this.#store = store;
    this.authority = createAuthority({
      store,
      nowMs: () => this.#nowMs,
      newUuid: () => slotUuid(this.#uuids++),
      digest: (text) => text,
      reportBug: (error) => {
        throw error;
      },
    });
  }

  /** The ids of the people, once `signIn` has run. */
  get actors(): readonly number[] {
    return this.#actors;
  }

  /** Signs the people of the script in, each a contact of the next; the first thing to do with an empty store. */
  async signIn(): Promise<void> {
    for (let index = 0; index < actorCount; index += 1) {
      const person = await this.authority.signIn({
        phone: `+4912345678${index}`,
        name: `Actor ${index}`,
        placeholder: false,
        verified: false,
      });
      this.#actors.push(person.id);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#actors;
    await makeMutual(this.#store, first, second);
    await makeMutual(this.#store, second, third);
    await makeMutual(this.#store, third, fourth);
  }

  /** Runs one step and gives its answer. */
  async step(step: Step): Promise<Answer> {
    this.#nowMs += step.afterMs;
    const command = await this.#command(step);
    return this.authority.execute(
      { userId: this.#actors[step.actor] ?? 0 },
      {
        command,
        op:
          step.op === null
            ? undefined
            : { id: `op-${step.op}`, fingerprint: JSON.stringify(command) },
        ifMatch:
          step.version === null
            ? undefined
            : formatEtag({ epoch: this.#store.epoch, version: step.version }),
        after: step.after === null ? undefined : `op-${step.after}`,
        isImport: step.isImport,
      },
    );
  }

  /** 0 is nobody, then the actors, then a sample person, then one who does not exist. */
  #person(index: number): number | null {
    if (index === 0) return null;
    return this.#actors[index - 1] ?? (index === actorCount + 1 ? 3 : 999_999);
  }

  async #ref({ slot: index, byNumber }: SlotRef): Promise<Ref> {
    const uuid = slotUuid(index);
    if (!byNumber) return { uuid };
    const [row] = await this.#store.read((reads) => reads.items({ uuids: [uuid] }));
    return { id: row?.id ?? 12_345_678 };
  }

  async #command({ act }: Step): Promise<ItemCommand> {
    switch (act.kind) {
      case 'create': {
        const at = new Date(this.#nowMs + act.claimedMs).toISOString();
        return {
          kind: 'create',
          uuid: slotUuid(act.slot),
          type: act.type,
          title: `Item ${act.slot}`,
          status: act.status,
          assigned_to: this.#person(act.assignee),
          ...(act.parent && { parent: await this.#ref(act.parent) }),
          created_at: at,
          completed_at: at,
        };
      }
      case 'patch': {
        const parent = act.parent === 'top' ? null : act.parent && (await this.#ref(act.parent));
        return {
          kind: 'patch',
          ref: await this.#ref(act.item),
          changes: {
            ...(act.title !== null && { title: act.title }),
            ...(act.status !== null && { status: act.status }),
            ...(act.assignee !== null && { assigned_to: this.#person(act.assignee) }),
            ...(act.parent !== null && { parent }),
          },
        };
      }
      case 'assign':
        return {
          kind: 'assign',
          ref: await this.#ref(act.item),
          user_id: this.#person(act.assignee),
        };
      case 'delete':
        return {
          kind: 'delete',
          ref: await this.#ref(act.item),
          children: act.children.map(slotUuid),
        };
      case 'restore':
        return { kind: 'restore', ref: await this.#ref(act.item) };
    }
  }
}
