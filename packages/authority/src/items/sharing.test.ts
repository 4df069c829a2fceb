import { actors, assign, checkScript, complete, edit, make, move } from '@foray/model';
import { remove, removePerson, restore, type ModelAct, type ModelStep } from '@foray/model';
import { AuthorityDriver } from '../testing/authority-driver.ts';
import { MemoryAuthorityStore } from '../testing/memory-store.ts';
import { actorsAlone } from '../testing/race.ts';
import { refusalOf } from '../testing/world.ts';
import { shared } from '../testing/shared-tree.ts';

/**
 * Ben's campaign with a task of Ann's, who is assigned to the campaign, and todos of both in that task. Ben
 * knows Ann and Cem; only Cem knows Dia.
 */
const tree: readonly ModelStep[] = [
  make('ben', 'campaign', 'campaign', null, 'ann'),
  make('ann', 'task', 'task', 'campaign', null),
  make('ben', 'bens', 'todo', 'task', null),
  make('ann', 'anns', 'todo', 'task', null),
];

/** A person, an act, and the status or the code of its answer. */
type Line = readonly [person: string, act: ModelAct, answer: number | string];

const created = (...[who, ...item]: Parameters<typeof make>): Line => [
  who,
  make(who, ...item).act,
  201,
];

/** Requires these answers after the tree was made, and of each act all that the model requires. */
async function follow(...lines: readonly Line[]): Promise<void> {
  const store = new MemoryAuthorityStore('e1');
  const driver = new AuthorityDriver(store, async () => store.tables());
  const people = await driver.signIn(actors);
  const steps = lines.map(([person, act]): ModelStep => ({ person, act, key: null }));
  const start = { people, state: actorsAlone() };
  const { problems, reached } = await checkScript(driver, start, [...tree, ...steps]);
  expect(problems).toEqual([]);
  const answers = lines.map(([, { kind }, answer]) => `${kind} ${answer}`);
  expect(reached.slice(tree.length)).toEqual(answers);
}

test('[SHARE-01] [SHARE-02] manage and contribute on the parent include the item, and ownership alone gives nothing', () =>
  follow(
    ['ben', assign('task', 'cem'), 200],
    created('cem', 'cems', 'todo', 'task', 'cem'),
    ['cem', edit('anns'), 200],
    ['cem', remove('anns'), 'forbidden'],
    ['ann', remove('bens'), 204],
    ['ben', assign('task', null), 200],
    ['cem', edit('cems'), 200],
    ['cem', remove('cems'), 'forbidden'],
    ['ben', remove('cems'), 204],
  ));

test('[SHARE-03] a right on an item shows only its ancestors that are not deleted, and not their other children', () =>
  follow(
    ['ben', assign('bens', 'cem'), 200],
    ['cem', edit('campaign'), 'forbidden'],
    ['cem', edit('anns'), 'not_found'],
    ['ben', remove('task'), 204],
    ['cem', edit('bens'), 200],
    ['cem', edit('task'), 'not_found'],
  ));

test('[SHARE-04] the owner of a deleted campaign keeps its items, and its assignee loses them', () =>
  follow(
    ['ben', remove('campaign'), 204],
    ['ann', edit('task'), 'not_found'],
    ['ben', edit('task'), 200],
    ['ben', restore('campaign'), 200],
    ['ann', remove('task'), 204],
  ));

test('[SHARE-05] [SHARE-10] a removed person loses their own items below, cannot restore them, and regains them with access', () =>
  follow(
    ['ann', remove('anns'), 204],
    ['ben', assign('campaign', null), 200],
    ['ann', edit('task'), 'not_found'],
    ['ann', restore('anns'), 'not_found'],
    ['ben', remove('task'), 204],
    ['ben', restore('task'), 200],
    ['ben', assign('campaign', 'ann'), 200],
    ['ann', restore('anns'), 200],
  ));

test('[SHARE-05] a move ends the rights of an owner who has none in the new place', () =>
  follow(
    created('ben', 'other', 'campaign', null, null),
    ['ben', move('task', 'other'), 200],
    ['ann', edit('anns'), 'not_found'],
  ));

test('[SHARE-06] unassigning clears one assignment while another further down remains', () =>
  follow(
    ['ben', assign('task', 'ann'), 200],
    ['ben', assign('campaign', null), 200],
    ['ann', edit('campaign'), 'forbidden'],
    ['ann', edit('bens'), 200],
  ));

test('[SHARE-07] removing a person needs manage, and ends their assignments on the item and below, deleted items too', () =>
  follow(
    ['ben', assign('bens', 'ann'), 200],
    ['ben', remove('bens'), 204],
    ['ann', removePerson('campaign', 'ann'), 'forbidden'],
    ['cem', removePerson('campaign', 'ann'), 'not_found'],
    ['ben', removePerson('campaign', 'ann'), 200],
    ['ben', restore('bens'), 200],
    ['ann', edit('bens'), 'not_found'],
  ));

test('[SHARE-08] a move to the top level is allowed to the owner only', () =>
  follow(
    ['ben', move('task', 'top'), 'forbidden'],
    ['ann', move('task', 'top'), 200],
    ['ben', edit('task'), 'not_found'],
  ));

test("[SHARE-09] a move out of a root of another user takes only the mover's own items, deleted or not", () =>
  follow(
    created('ben', 'gone', 'todo', 'task', null),
    ['ben', remove('gone'), 204],
    ['ann', move('task', 'top'), 200],
    ['ben', restore('gone'), 200],
    ['ben', edit('anns'), 'not_found'],
  ));

test('[SHARE-09] a move within the roots of one user takes all items, even from a deleted parent', () =>
  follow(
    ['ben', assign('task', 'ann'), 200],
    ['ben', remove('campaign'), 204],
    created('ann', 'own', 'campaign', null, null),
    created('ben', 'other', 'campaign', null, null),
    ['ann', move('task', 'own'), 'forbidden'],
    ['ben', move('task', 'other'), 200],
  ));

test("[SHARE-26] a move out of a root of another user is allowed to the item's owner only", () =>
  follow(
    created('ann', 'own', 'campaign', null, null),
    ['ann', move('bens', 'own'), 'forbidden'],
    ['ann', move('bens', 'campaign'), 200],
    ['ann', move('anns', 'own'), 200],
  ));

test("[SHARE-12] [SHARE-15] items are assigned to people of the root and contacts of its owner, who is notified of others' assignments", () =>
  follow(
    ['ann', assign('anns', 'dia'), 'unknown_assignee'],
    ['ann', assign('anns', 'nobody'), 'unknown_assignee'],
    ['ann', assign('anns', 'sample 3'), 200],
    ['ann', assign('anns', 'cem'), 200],
    ['cem', assign('anns', 'ben'), 200],
    ['ann', { kind: 'change', item: 'bens', assignee: 'cem', status: 'completed' }, 200],
  ));

test('[SHARE-12] an assignment together with a move is checked where the item will be', () =>
  follow(
    ['ben', assign('bens', 'cem'), 200],
    ['ann', move('task', 'top', 'cem'), 'unknown_assignee'],
    ['ben', assign('anns', 'cem'), 200],
    ['ann', move('task', 'top', 'cem'), 200],
    ['ann', assign('anns', null), 200],
    ['ann', assign('anns', 'cem'), 200],
    ['ann', assign('task', null), 200],
    ['ann', remove('anns'), 204],
    ['ann', assign('task', 'cem'), 'unknown_assignee'],
    ['ann', restore('anns'), 200],
  ));

test('[SHARE-14] a move clears assignees who could not be assigned there', () =>
  follow(
    created('cem', 'cems', 'task', null, 'dia'),
    created('cem', 'for dia', 'todo', 'cems', 'dia'),
    created('cem', 'for ben', 'todo', 'cems', 'ben'),
    created('cem', 'for sample', 'todo', 'cems', 'sample 2'),
    ['ben', assign('campaign', 'cem'), 200],
    ['cem', move('cems', 'campaign'), 200],
    ['dia', edit('for dia'), 'not_found'],
  ));

test('[BLOCK-03] neither of two people separated by a block can assign to the other, and a move drops such an assignment', () =>
  follow(
    ['ben', assign('bens', 'cem'), 200],
    ['ben', { kind: 'block', person: 'cem' }, 204],
    ['ben', assign('anns', 'cem'), 'unknown_assignee'],
    ['ann', assign('anns', 'cem'), 200],
    created('ben', 'other', 'campaign', null, null),
    ['ben', move('task', 'other'), 200],
  ));

test('a delete rolls up every parent that stays', () =>
  follow(['ben', complete('bens'), 200], ['ben', remove('campaign', 'anns'), 204]));

test('a move rolls the former parent up from the remaining children', () =>
  follow(['ben', complete('bens'), 200], created('ben', 'other', 'campaign', null, null), [
    'ben',
    move('anns', 'other'),
    200,
  ]));

test('a move reopens no parent for deleted items that stay behind', () =>
  follow(
    ['ben', remove('bens'), 204],
    created('ben', 'open', 'todo', 'campaign', null),
    ['ben', complete('campaign'), 200],
    ['ann', move('task', 'top'), 200],
  ));

test('a move rolls the new parent up by the status of the item without those that stay behind', () =>
  follow(
    ['ann', complete('anns'), 200],
    created('ann', 'own', 'campaign', null, null),
    created('ann', 'open', 'todo', 'own', null),
    ['ann', complete('own'), 200],
    ['ann', move('task', 'own'), 200],
  ));

test('[SHARE-28] removing a user: raises the version of every item that it unassigns', async () => {
  const { ann, bob, campaign, task, hers, his, url, assign: give, remove: end } = await shared();
  await give(hers, bob.id);
  const before = await ann.see(hers);
  await end(campaign, bob.id);
  expect(await ann.see(hers)).toMatchObject({ version: (before?.version ?? 0) + 1 });
  expect(await ann.see(task)).toMatchObject({ version: 1 });
  expect(await ann.see(his)).toMatchObject({ version: 1 });
  // A request based on a version that was assigned to him does not give him access again.
  const stale = { ifMatch: `"e1:${before?.version}"` };
  const again = await ann.send('POST', url(hers, '/assign'), { user_id: bob.id }, stale);
  expect(refusalOf(again)).toMatchObject({ status: 412, code: 'stale' });
  expect(await bob.see(hers)).toBe(null);
});
