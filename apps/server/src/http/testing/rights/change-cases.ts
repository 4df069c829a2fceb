import { fieldCases } from './field-cases.ts';
import type { Spot } from './model/facts.ts';
import { labelCases } from './label-cases.ts';
import { occurrenceCases } from './occurrence-cases.ts';
import { assignees, parentId, parents } from './payloads.ts';
import { setByNobody, setByServer } from './server-fields.ts';
import { equal, targets, type Case, type RightsScene } from './scene.ts';
import type { TestAnswer } from '../test-client.ts';
import { titleOf } from './world.ts';

/** Every change of an item: edit, assign, move, create, delete, restore. */
export function changeCases(scene: RightsScene): Case[] {
  return [
    ...targets.concat('campaign A', 'task C').flatMap((name) => editCases(scene, name)),
    ...['task A', 'campaign B', 'todo C', 'task G'].flatMap((name) => assignCases(scene, name)),
    ...regainCases(scene),
    ...[...targets, 'campaign A', 'task C'].flatMap((name) =>
      removeCases(scene, name, ['assignee', 'viewer through a descendant', 'owner', 'stranger']),
    ),
    ...removeCases(scene, 'campaign H', ['assignee', 'viewer through a descendant']),
    ...removeCases(scene, 'campaign I', ['assignee of an ancestor', 'owner']),
    ...removeCases(scene, 'second todo I', ['assignee of an ancestor']),
    ...moveCases(scene, 'task A', () => true),
    ...moveCases(scene, 'todo I', () => true),
    ...moveCases(scene, 'task I', (index) => index % 2 === 0),
    ...moveCases(scene, 'todo C', (index) => index % 2 === 0),
    ...moveCases(scene, 'task E', (index) => index % 2 === 0),
    ...createCases(scene),
    ...['task A', 'campaign B', 'todo C'].flatMap((name) => fieldCases(scene, name)),
  ];
}

function editCases(scene: RightsScene, name: string): Case[] {
  const url = (by: 'id' | 'uuid') => `/api/items/${scene.ref(name)[by]}`;
  const below = [...scene.world.facts.things.values()].flatMap((thing) =>
    thing.parent === name && thing.deletedWith === null ? thing.name : [],
  );
  const named = [...new Set([...below, 'campaign X', 'todo of member'])];
  const edit = (actor: string) => scene.model.edit(actor, name);
  return [
    ...scene.forEach(
      'updateItem',
      `title of ${name}`,
      () => ({ url: url('id'), body: { title: 'New' } }),
      edit,
      undefined,
      (actor) => scene.outcomes.edit(actor, name, 'title'),
    ),
    ...scene.forEach(
      'updateItem',
      `status of ${name}, with fields that no user sets`,
      () => ({ url: url('uuid'), body: { ...setByNobody(scene), status: 'completed' } }),
      edit,
      (actor) => (answer) => answer.status !== 200 || setByServer(scene, answer, actor, name),
      (actor) => scene.outcomes.complete(actor, name),
    ),
    ...labelCases(scene, name),
    ...occurrenceCases(scene, name),
    ...scene.forEach(
      'deleteItem',
      `${name} alone`,
      () => ({ url: url('id') }),
      (actor) => scene.model.remove(actor, name),
      undefined,
      (actor) => scene.outcomes.remove(actor, name, []),
    ),
    ...scene.forEach(
      'deleteItem',
      `${name}, naming what is below it and things elsewhere`,
      () => ({ url: url('uuid'), body: { children: named.map((other) => scene.ref(other).uuid) } }),
      (actor) => scene.model.remove(actor, name),
      undefined,
      (actor) => scene.outcomes.remove(actor, name, named),
    ),
    ...scene.forEach(
      'restoreItem',
      name,
      () => ({ url: `${url('uuid')}/restore` }),
      (actor) => scene.model.restore(actor, name),
      undefined,
      (actor) => scene.outcomes.restore(actor, name),
    ),
  ];
}

function assignCases(scene: RightsScene, name: string): Case[] {
  return assignees(scene, '').flatMap((_, index) => {
    const kind = (actor: string) => assignees(scene, actor)[index] ?? [null, 0];
    const expected = (actor: string) => scene.model.assign(actor, name, kind(actor)[0]);
    const after = (actor: string) => scene.outcomes.assign(actor, name, kind(actor)[0]);
    // Also if the assignee hands the item on.
    const asLastSeen =
      () =>
      ({ status, body }: TestAnswer) =>
        status !== 200 || equal(body?.title, titleOf(name));
    const about = `${name} to ${index === 2 ? 'oneself' : kind('')[0]}`;
    return [
      ...scene.forEach(
        'assignItem',
        about,
        (actor) => ({
          url: `/api/items/${scene.ref(name).uuid}/assign`,
          body: { user_id: kind(actor)[1] },
        }),
        expected,
        asLastSeen,
        after,
      ),
      ...(name === 'task A'
        ? scene.forEach(
            'updateItem',
            about,
            (actor) => ({
              url: `/api/items/${scene.ref(name).id}`,
              body: { assigned_to: kind(actor)[1] },
            }),
            expected,
            asLastSeen,
            after,
          )
        : []),
    ];
  });
}

/** Gives access again to a person who was removed, and ends one of two assignments. */
function regainCases(scene: RightsScene): Case[] {
  const tried = [
    ['task I', 'owner'],
    ['campaign I', 'owner'],
    ['campaign I', null],
    ['second todo I', null],
  ] as const;
  return tried.flatMap(([name, assignee]) =>
    scene.forEach(
      'assignItem',
      `${name} to ${assignee}`,
      () => ({
        url: `/api/items/${scene.ref(name).uuid}/assign`,
        body: { user_id: assignee === null ? null : scene.person(assignee).id },
      }),
      (actor) => scene.model.assign(actor, name, assignee),
      undefined,
      (actor) => scene.outcomes.assign(actor, name, assignee),
    ),
  );
}

function removeCases(scene: RightsScene, name: string, people: readonly string[]): Case[] {
  return people.flatMap((removed) =>
    scene.forEach(
      'removePerson',
      `${removed} from ${name}`,
      () => ({
        url: `/api/items/${scene.ref(name).uuid}/remove`,
        body: { user_id: scene.person(removed).id },
      }),
      (actor) => scene.model.removePerson(actor, name, removed),
      undefined,
      (actor) => scene.outcomes.removePerson(actor, name, removed),
    ),
  );
}

function moveCases(scene: RightsScene, name: string, isTried: (index: number) => boolean): Case[] {
  return parents(scene, '').flatMap((_, index) => {
    if (!isTried(index)) return [];
    const spot = (actor: string) => parents(scene, actor)[index] ?? 'top';
    return scene.forEach(
      'updateItem',
      `${name} to ${JSON.stringify(spot(''))}`,
      (actor) => ({
        url: `/api/items/${scene.ref(name).uuid}`,
        body: { parent_id: parentId(scene, spot(actor)) },
      }),
      (actor) => scene.model.move(actor, name, spot(actor)),
      undefined,
      (actor) => scene.outcomes.move(actor, name, spot(actor)),
    );
  });
}

function createCases(scene: RightsScene): Case[] {
  const draft = { title: 'New' };
  const places = parents(scene, '').flatMap((_, index) => {
    const spot = (actor: string) => parents(scene, actor)[index] ?? 'top';
    const first = spot('');
    const type = first === 'top' || first.by === 'uuid' ? 'todo' : 'task';
    return scene.forEach(
      'createItem',
      `${type} in ${JSON.stringify(first)}`,
      (actor) => ({
        url: '/api/items',
        body: { ...draft, type, parent_id: parentId(scene, spot(actor)) },
      }),
      (actor) => scene.model.create(actor, type, spot(actor)),
      undefined,
      (actor) => scene.outcomes.create(actor, type, spot(actor), null),
    );
  });
  const people = assignees(scene, '').flatMap((_, index) => {
    const kind = (actor: string) => assignees(scene, actor)[index] ?? [null, 0];
    return (['top', { thing: 'campaign A', by: 'uuid' }] satisfies Spot[]).flatMap((spot) =>
      scene.forEach(
        'createItem',
        `for ${index === 2 ? 'oneself' : kind('')[0]} in ${JSON.stringify(spot)}`,
        (actor) => ({
          url: '/api/items',
          body: {
            ...draft,
            type: 'todo',
            parent_id: parentId(scene, spot),
            assigned_to: kind(actor)[1],
          },
        }),
        (actor) => scene.model.create(actor, 'todo', spot, kind(actor)[0]),
        undefined,
        (actor) => scene.outcomes.create(actor, 'todo', spot, kind(actor)[0]),
      ),
    );
  });
  return [
    ...places,
    ...people,
    ...scene.forEach(
      'createItem',
      'a todo below a deleted campaign',
      () => ({
        url: '/api/items',
        body: { ...draft, type: 'todo', parent_id: scene.ref('task G').uuid },
      }),
      (actor) => scene.model.create(actor, 'todo', { thing: 'task G', by: 'uuid' }),
      undefined,
      (actor) => scene.outcomes.create(actor, 'todo', { thing: 'task G', by: 'uuid' }, null),
    ),
    ...scene.forEach(
      'createItem',
      'a todo, with fields that no user sets',
      () => ({ url: '/api/items', body: { ...setByNobody(scene), ...draft, type: 'todo' } }),
      (actor) => scene.model.create(actor, 'todo', 'top'),
      (actor) => (answer) => setByServer(scene, answer, actor),
      (actor) => scene.outcomes.create(actor, 'todo', 'top', null),
    ),
    ...scene.forEach(
      'createItem',
      'a campaign in a campaign',
      () => ({
        url: '/api/items',
        body: { ...draft, type: 'campaign', parent_id: scene.ref('campaign A').uuid },
      }),
      (actor) => scene.model.create(actor, 'campaign', { thing: 'campaign A', by: 'uuid' }),
    ),
    ...scene.forEach(
      'createItem',
      "under another's uuid",
      () => ({
        url: '/api/items',
        body: { ...draft, type: 'task', uuid: scene.ref('campaign X').uuid },
      }),
      () => ({ status: 422, code: 'uuid_taken' }),
    ),
  ];
}
