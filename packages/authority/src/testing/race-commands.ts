import { assign, complete, make, move, remove } from '@foray/model';
import type { ModelAct, ModelStep } from '@foray/model';

/** An act of a race: of one person, or several acts of one batch. */
export interface RaceCommand {
  readonly person: string;
  readonly acts: readonly { readonly act: ModelAct; readonly key: string | null }[];
}

const by = (person: string, act: ModelAct): ModelStep => ({ person, act, key: null });
const one = ({ person, ...step }: ModelStep): RaceCommand => ({ person, acts: [step] });
const moved = (person: string, item: string, to: string) => one(by(person, move(item, to)));
const assigned = (person: string, item: string, assignee: string | null) =>
  one(by(person, assign(item, assignee)));
const removed = (person: string, item: string, children: readonly string[] = []) =>
  by(person, remove(item, ...children));
const completed = (person: string, item: string) => one(by(person, complete(item)));

/**
 * The state with which races begin: a campaign of Ann's with Ben as assignee, one of Ben's with both, one of
 * Ben alone, and in the second a task that was deleted with its todo.
 */
export const twoRoots: readonly ModelStep[] = [
  make('ann', 'campaign', 'campaign', null, 'ben'),
  make('ann', 'task', 'task', 'campaign', null),
  make('ann', 'todo', 'todo', 'task', null),
  make('ben', 'other campaign', 'campaign', null, 'ann'),
  make('ben', 'other task', 'task', 'other campaign', null),
  make('ben', 'third campaign', 'campaign', null, null),
  make('ann', 'top todo', 'todo', null, null),
  make('ben', 'deleted task', 'task', 'other campaign', null),
  make('ben', 'deleted todo', 'todo', 'deleted task', null),
  removed('ben', 'deleted task', ['deleted todo']),
];

/** A todo moves into a task of another root. */
const oneMove = moved('ann', 'todo', 'other task');

/** That todo is created again, like a request that was not answered. */
const madeAgain = one(make('ann', 'todo', 'todo', 'task', null));

/** A device of Ann's sends its changes in several campaigns. */
const batch: RaceCommand = {
  person: 'ann',
  acts: [
    { key: 'key 1', act: { kind: 'change', item: 'todo', status: 'completed' } },
    { key: 'key 2', act: make('ann', 'batched todo', 'todo', 'other task', null).act },
    { key: 'key 3', act: { kind: 'change', item: 'nowhere', fields: { title: 'New' } } },
    {
      key: 'key 4',
      act: { kind: 'change', item: 'top todo', place: { item: 'other task', by: 'uuid' } },
    },
  ],
};

/** Ann's account is deleted, in several transactions. */
const leave = one(by('ann', { kind: 'leave' }));

/** Rivals of a command, by name. */
type Rivals = Readonly<Record<string, RaceCommand>>;

/** Acts of Ann's other device, or of another user, meanwhile. */
const rivalsOfLeave: Rivals = {
  'their top-level todo moves into a campaign of another user': moved(
    'ann',
    'top todo',
    'other campaign',
  ),
  'their top-level todo moves into a task of another user': moved('ann', 'top todo', 'other task'),
  'their todo moves into a task of another user': oneMove,
  'their task moves into a campaign of another user': moved('ann', 'task', 'other campaign'),
  'their task moves to the top level': moved('ann', 'task', 'top'),
  'another user deletes a campaign that they take part in': one(
    removed('ben', 'other campaign', ['other task']),
  ),
  'another user assigns a task to them': assigned('ben', 'other task', 'ann'),
  'the same account is deleted': leave,
};

/** Moves between two roots. */
const moves: Rivals = {
  'a todo into a task of the other root': oneMove,
  'a task into the other root': moved('ann', 'task', 'other campaign'),
  'a top-level todo into a task of the root': moved('ann', 'top todo', 'other task'),
  'a top-level todo into a task that is being restored': moved('ann', 'top todo', 'deleted task'),
};

/** Acts on the target of those moves, or around it. */
const rivals: Rivals = {
  'the target is deleted': one(removed('ben', 'other task')),
  'the target campaign is deleted with its task': one(
    removed('ben', 'other campaign', ['other task']),
  ),
  'the target campaign is deleted alone': one(removed('ben', 'other campaign')),
  'the target moves to a third root': moved('ben', 'other task', 'third campaign'),
  'the target moves to the top level': moved('ben', 'other task', 'top'),
  'the target is assigned': assigned('ben', 'other task', 'ann'),
  'the mover is unassigned from the target campaign': assigned('ben', 'other campaign', null),
  'the mover is removed from the target campaign': one(
    by('ben', { kind: 'removePerson', item: 'other campaign', person: 'ann' }),
  ),
  'a deleted task of the target campaign is restored': one(
    by('ben', { kind: 'restore', item: 'deleted task' }),
  ),
  'the item is deleted': one(removed('ann', 'todo')),
  'the root that it comes from is deleted': one(removed('ann', 'campaign', ['task', 'todo'])),
  'its parent moves to the top level': moved('ann', 'task', 'top'),
  'a todo is made in the target': one(make('ben', 'new todo', 'todo', 'other task', null)),
  'a todo of its own root is completed': completed('ann', 'todo'),
};

/** Ann assigns a todo of their own to Ben, who is a contact. */
const assignment = assigned('ann', 'top todo', 'ben');
const blockByBen = one(by('ben', { kind: 'block', person: 'ann' }));
const blockByAnn = one(by('ann', { kind: 'block', person: 'ben' }));

/** Acts that end the contact of the two. */
const partings: Rivals = {
  'the assignee blocks them': blockByBen,
  'they block the assignee': blockByAnn,
  'the assignee removes them': one(by('ben', { kind: 'removeContact', person: 'ann' })),
};

/** Acts that assign items or notify between the two. */
const rivalsOfParting: Rivals = {
  'a todo is assigned to a contact': assignment,
  'a todo is made for a contact': one(make('ann', 'new todo', 'todo', null, 'ben')),
  'a todo is assigned to a member': assigned('ann', 'todo', 'ben'),
  'a todo of the other is completed': completed('ben', 'todo'),
  'a todo of a member moves into another root': oneMove,
};

/** The first command is stopped while the second runs. */
export type RacePair = readonly [RaceCommand, RaceCommand];
export type RacePairOf = (rival: RaceCommand) => RacePair;

/** The commands that are stopped at every primitive: the title, the rivals, and the pair with a rival. */
export const stopped: readonly (readonly [string, Rivals, RacePairOf])[] = [
  ...Object.entries(moves).map(
    ([name, moving]) =>
      [
        `[I4] moving ${name}, stopped anywhere while something else happens,`,
        rivals,
        (rival: RaceCommand): RacePair => [moving, rival],
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
    (rival) => [rival, blockByBen],
  ],
  [
    '[BLOCK-05] a block, stopped anywhere while something is assigned or notified,',
    rivalsOfParting,
    (rival) => [blockByAnn, rival],
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
