import type { BatchEntry } from '@foray/contract';
import { by, make } from './beginnings.ts';
import { slotUuid, type SlotRef, type ScriptStep } from './script.ts';

const at = (slot: number): SlotRef => ({ slot, byNumber: false });
const move = (actor: number, slot: number, to: number | 'top'): ScriptStep =>
  by(actor, {
    kind: 'patch',
    item: at(slot),
    title: null,
    status: null,
    parent: to === 'top' ? 'top' : at(to),
    assignee: null,
  });
const remove = (actor: number, slot: number, children: readonly number[] = []): ScriptStep =>
  by(actor, { kind: 'delete', item: at(slot), children });
const restore = (actor: number, slot: number): ScriptStep =>
  by(actor, { kind: 'restore', item: at(slot) });
const assign = (actor: number, slot: number, assignee: number): ScriptStep =>
  by(actor, { kind: 'assign', item: at(slot), assignee });
const complete = (actor: number, slot: number): ScriptStep =>
  by(actor, {
    kind: 'patch',
    item: at(slot),
    title: null,
    status: 'completed',
    parent: null,
    assignee: null,
  });

/**
 * The state with which races begin: a campaign of actor 0 with actor 1 as assignee, one of actor 1 with both,
 * one of actor 1 alone, and in the second a task that was deleted with its todo.
 */
export const twoRoots: readonly ScriptStep[] = [
  make(0, 0, 'campaign', null, 2),
  make(0, 1, 'task', 0, 0),
  make(0, 2, 'todo', 1, 0),
  make(1, 3, 'campaign', null, 1),
  make(1, 4, 'task', 3, 0),
  make(1, 5, 'campaign', null, 0),
  make(0, 6, 'todo', null, 0),
  make(1, 7, 'task', 3, 0),
  make(1, 8, 'todo', 7, 0),
  remove(1, 7, [8]),
];

/** A todo moves into a task of another root. */
const oneMove = move(0, 2, 4);

/** That todo is created again, like a request that was not answered. */
const madeAgain = make(0, 2, 'todo', 1, 0);

const entry = (
  id: string,
  method: BatchEntry['method'],
  slot: number | null,
  data: Record<string, unknown>,
): BatchEntry => ({
  id,
  method,
  url: slot === null ? '/api/items' : `/api/items/${slotUuid(slot)}`,
  data,
});

/** A device of the first user sends its changes in several campaigns. */
const batch = by(0, {
  kind: 'batch',
  entries: [
    entry('op-101', 'PATCH', 2, { status: 'completed' }),
    entry('op-102', 'POST', null, {
      uuid: slotUuid(10),
      type: 'todo',
      title: 'made in a batch',
      parent_id: slotUuid(4),
    }),
    entry('op-103', 'PATCH', 11, { title: 'nowhere' }),
    entry('op-104', 'PATCH', 6, { parent_id: slotUuid(4) }),
  ],
});

/** The first user's account is deleted, in several transactions. */
const leave = by(0, { kind: 'leave' });

/** Actions of that user's other device, or of another user, meanwhile, by name. */
const rivalsOfLeave: Readonly<Record<string, ScriptStep>> = {
  'their top-level todo moves into a campaign of another user': move(0, 6, 3),
  'their top-level todo moves into a task of another user': move(0, 6, 4),
  'their todo moves into a task of another user': move(0, 2, 4),
  'their task moves into a campaign of another user': move(0, 1, 3),
  'their task moves to the top level': move(0, 1, 'top'),
  'another user deletes a campaign that they take part in': remove(1, 3, [4]),
  'another user assigns a task to them': assign(1, 4, 0),
  'the same account is deleted': leave,
};

/** Moves between two roots, by name. */
const moves: Readonly<Record<string, ScriptStep>> = {
  'a todo into a task of the other root': oneMove,
  'a task into the other root': move(0, 1, 3),
  'a top-level todo into a task of the root': move(0, 6, 4),
  'a top-level todo into a task that is being restored': move(0, 6, 7),
};

/** Actions on the target of those moves, or around it, by name. */
const rivals: Readonly<Record<string, ScriptStep>> = {
  'the target is deleted': remove(1, 4),
  'the target campaign is deleted with its task': remove(1, 3, [4]),
  'the target campaign is deleted alone': remove(1, 3),
  'the target moves to a third root': move(1, 4, 5),
  'the target moves to the top level': move(1, 4, 'top'),
  'the target is assigned': assign(1, 4, 1),
  'the mover is unassigned from the target campaign': assign(1, 3, 0),
  'the mover is removed from the target campaign': by(1, {
    kind: 'remove',
    item: at(3),
    assignee: 1,
  }),
  'a deleted task of the target campaign is restored': restore(1, 7),
  'the item is deleted': remove(0, 2),
  'the root that it comes from is deleted': remove(0, 0, [1, 2]),
  'its parent moves to the top level': move(0, 1, 'top'),
  'a todo is made in the target': make(1, 9, 'todo', 4, 0),
  'a todo of its own root is completed': complete(0, 2),
};

/** The first user assigns a todo of their own to the second, who is a contact. */
const assignment = assign(0, 6, 2);

/** Actions that end the contact of the two, by name. */
const partings: Readonly<Record<string, ScriptStep>> = {
  'the assignee blocks them': by(1, { kind: 'block', person: 1 }),
  'they block the assignee': by(0, { kind: 'block', person: 2 }),
  'the assignee removes them': by(1, { kind: 'removeContact', person: 1 }),
};

/** Actions that assign items or notify between the two, by name. */
const rivalsOfParting: Readonly<Record<string, ScriptStep>> = {
  'a todo is assigned to a contact': assignment,
  'a todo is made for a contact': make(0, 9, 'todo', null, 2),
  'a todo is assigned to a member': assign(0, 2, 2),
  'a todo of the other is completed': complete(1, 2),
  'a todo of a member moves into another root': move(0, 2, 4),
};

/** The first command is stopped while the second runs. */
export type Pair = readonly [ScriptStep, ScriptStep];
export type PairWith = (rival: ScriptStep) => Pair;

/** The commands that are stopped at every primitive: the title, the rivals, and the pair with a rival. */
export const stopped: readonly (readonly [
  string,
  Readonly<Record<string, ScriptStep>>,
  PairWith,
])[] = [
  ...Object.entries(moves).map(
    ([name, move]) =>
      [
        `[I4] moving ${name}, stopped anywhere while something else happens,`,
        rivals,
        (rival: ScriptStep): Pair => [move, rival],
      ] as const,
  ),
  [
    '[I4] a rival of a move, stopped anywhere while the item moves,',
    rivals,
    (rival) => [rival, oneMove],
  ],
  [
    '[BLOCK-05] assigning to a contact, stopped anywhere while the contact ends,',
    partings,
    (rival) => [assignment, rival],
  ],
  [
    '[BLOCK-05] assigning, notifying and moving, stopped anywhere while a person blocks the other,',
    rivalsOfParting,
    (rival) => [rival, by(1, { kind: 'block', person: 1 })],
  ],
  [
    '[BLOCK-05] a block, stopped anywhere while something is assigned or notified,',
    rivalsOfParting,
    (rival) => [by(0, { kind: 'block', person: 2 }), rival],
  ],
  [
    '[I21] deleting an account, stopped anywhere while something else happens,',
    rivalsOfLeave,
    (rival) => [leave, rival],
  ],
  [
    '[I2] a repeated create, stopped anywhere while something else happens,',
    rivals,
    (rival) => [madeAgain, rival],
  ],
  [
    '[I4] a batch, stopped anywhere while something else happens,',
    rivals,
    (rival) => [batch, rival],
  ],
  [
    '[I4] a rival of a batch, stopped anywhere while the batch runs,',
    rivals,
    (rival) => [rival, batch],
  ],
  [
    '[I21] a batch, stopped anywhere while the account is deleted,',
    { leave },
    (rival) => [batch, rival],
  ],
];
