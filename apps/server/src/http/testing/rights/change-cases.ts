import type { Spot } from './model.ts';
import { assignees, parentId, parents } from './payloads.ts';
import { equal, targets } from './scene.ts';
import type { Case, RightsScene } from './scene.ts';

/** Every change of an item: edit, assign, move, create, delete, restore. */
export function changeCases(scene: RightsScene): Case[] {
  return [
    ...targets.concat('campaign A', 'task C').flatMap((name) => editCases(scene, name)),
    ...['task A', 'campaign B', 'todo C', 'task G'].flatMap((name) => assignCases(scene, name)),
    ...[...targets, 'campaign A', 'task C'].flatMap((name) => removeCases(scene, name)),
    ...moveCases(scene, 'task A', () => true),
    ...moveCases(scene, 'todo I', () => true),
    ...moveCases(scene, 'todo C', (index) => index % 2 === 0),
    ...moveCases(scene, 'task E', (index) => index % 2 === 0),
    ...createCases(scene),
  ];
}

function editCases(scene: RightsScene, name: string): Case[] {
  const url = (by: 'id' | 'uuid') => `/api/items/${scene.ref(name)[by]}`;
  const below = [...scene.world.facts.things.values()].flatMap((thing) =>
    thing.parent === name && !thing.isDeleted ? scene.ref(thing.name).uuid : [],
  );
  const elsewhere = ['campaign X', 'todo of member']
    .map((other) => scene.ref(other).uuid)
    .filter((uuid) => !below.includes(uuid));
  const edit = (actor: string) => scene.model.edit(actor, name);
  return [
    ...scene.forEach(
      'updateItem',
      `title of ${name}`,
      () => ({ url: url('id'), body: { title: 'New' } }),
      edit,
    ),
    ...scene.forEach(
      'updateItem',
      `status of ${name}, with fields that no user sets`,
      () => ({
        url: url('uuid'),
        body: {
          status: 'completed',
          user_id: scene.person('stranger').id,
          version: 9,
          permission: 'manage',
        },
      }),
      edit,
    ),
    ...scene.forEach(
      'deleteItem',
      `${name} alone`,
      () => ({ url: url('id') }),
      (actor) => scene.model.remove(actor, name),
    ),
    ...scene.forEach(
      'deleteItem',
      `${name}, naming what is below it and things elsewhere`,
      () => ({ url: url('uuid'), body: { children: [...below, ...elsewhere] } }),
      (actor) => scene.model.remove(actor, name),
      () =>
        async ({ status }) => {
          const dead = await scene.deadAmong([...below, ...elsewhere]);
          return status !== 204 || equal(dead, below.toSorted());
        },
    ),
    ...scene.forEach(
      'restoreItem',
      name,
      () => ({ url: `${url('uuid')}/restore` }),
      (actor) => scene.model.restore(actor, name),
    ),
  ];
}

function assignCases(scene: RightsScene, name: string): Case[] {
  return assignees(scene, '').flatMap((_, index) => {
    const kind = (actor: string) => assignees(scene, actor)[index] ?? [null, 0];
    const expected = (actor: string) => scene.model.assign(actor, name, kind(actor)[0]);
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
          )
        : []),
    ];
  });
}

function removeCases(scene: RightsScene, name: string): Case[] {
  const people = ['assignee', 'viewer through a descendant', 'owner', 'stranger'];
  return people.flatMap((removed) =>
    scene.forEach(
      'removePerson',
      `${removed} from ${name}`,
      () => ({
        url: `/api/items/${scene.ref(name).uuid}/remove`,
        body: { user_id: scene.person(removed).id },
      }),
      (actor) => scene.model.removePerson(actor, name, removed),
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
      ),
    );
  });
  return [
    ...places,
    ...people,
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
