import type { ModelAct, ModelPlace } from '@foray/model';
import { assignees, places } from './payloads.ts';
import { equal, targets, type AnyAct, type Case, type RightsScene } from './scene.ts';
import { setByNobody, setByServer } from './server-fields.ts';

/** Every change of an item: edit, assign, move, create, delete, restore. */
export function changeCases(scene: RightsScene): Case[] {
  const targetsAndAbove = [...targets, 'campaign A', 'task C'];
  const plain: readonly AnyAct[] = [
    ...targetsAndAbove.flatMap((name) => editsOf(scene, name)),
    ...['task A', 'campaign B', 'todo C', 'task G'].flatMap((item) =>
      eachAssignee((assignee) => ({ kind: 'assign', item, assignee })),
    ),
    ...eachAssignee((assignee) => ({ kind: 'change', item: 'task A', by: 'number', assignee })),
    // They give access again to a person who was removed, or end one of two assignments.
    ...(['task I', 'campaign I'] as const).map((item) => assignment(item, 'owner')),
    ...(['campaign I', 'second todo I'] as const).map((item) => assignment(item, null)),
    ...targetsAndAbove.flatMap((item) =>
      ['assignee', 'viewer through a descendant', 'owner', 'stranger'].map(removalFrom(item)),
    ),
    ...['assignee', 'viewer through a descendant'].map(removalFrom('campaign H')),
    ...['assignee of an ancestor', 'owner'].map(removalFrom('campaign I')),
    removalFrom('second todo I')('assignee of an ancestor'),
    ...movesOf(scene, 'task A', 1),
    ...movesOf(scene, 'todo I', 1),
    ...['task I', 'todo C', 'task E'].flatMap((name) => movesOf(scene, name, 2)),
    ...createsOf(scene),
    ...['task A', 'campaign B', 'todo C'].flatMap((name) => fieldEdits(scene, name)),
  ];
  return [
    ...plain.flatMap((act) => scene.forEachAct(act)),
    ...targetsAndAbove.flatMap((name) => forgingCases(scene, name)),
    ...scene.forEachAct(
      { kind: 'create', item: 'New', type: 'todo', place: 'top' },
      { body: setByNobody(scene), also: (actor) => (answer) => setByServer(scene, answer, actor) },
    ),
    // Another way to name nobody.
    ...scene.forEachAct(assignment('task A', null), { body: { user_id: 0 } }),
  ];
}

const assignment = (item: string, assignee: string | null): ModelAct => ({
  kind: 'assign',
  item,
  assignee,
});

const removalFrom =
  (item: string) =>
  (person: string): ModelAct => ({ kind: 'removePerson', item, person });

/** Acts that differ by the actor only if they assign the item to the actor. */
function eachAssignee(actFor: (assignee: string | null) => ModelAct): readonly AnyAct[] {
  return assignees('').map(
    (_, index) => (actor: string) => actFor(assignees(actor)[index] ?? null),
  );
}

function editsOf(scene: RightsScene, item: string): readonly ModelAct[] {
  const below = [...scene.world.facts.items.values()].flatMap(({ key, parent, isLiving }) =>
    parent === item && isLiving ? key : [],
  );
  const children = [...new Set([...below, 'campaign X', 'todo of member'])];
  return [
    { kind: 'change', item, by: 'number', fields: { title: 'New' } },
    { kind: 'occurrence', item, act: 'skip', n: 1 },
    { kind: 'occurrence', item, act: 'undo', n: 1 },
    { kind: 'delete', item, by: 'number' },
    { kind: 'delete', item, children },
    { kind: 'restore', item },
  ];
}

/** Acts with fields that no user sets. */
function forgingCases(scene: RightsScene, item: string): Case[] {
  const body = setByNobody(scene);
  return [
    ...scene.forEachAct(
      { kind: 'change', item, status: 'completed' },
      {
        body,
        also: (actor) => (answer) =>
          answer.status !== 200 || setByServer(scene, answer, actor, item),
      },
    ),
    ...scene.forEachAct(
      { kind: 'label', item, add: ['home'] },
      {
        body,
        also:
          () =>
          ({ status, body: { labels, version } }) =>
            status !== 200 || equal([labels, version < 77], [['home'], true]),
      },
    ),
    ...scene.forEachAct(
      { kind: 'occurrence', item, act: 'complete', n: 1 },
      {
        body,
        also:
          () =>
          ({ status, body: { copy } }) =>
            status !== 200 || equal(copy, null),
      },
    ),
  ];
}

/** Moves to the places whose index `step` divides. */
function movesOf(scene: RightsScene, item: string, step: number): readonly AnyAct[] {
  return placesAt(scene, (place) => ({ kind: 'change', item, place })).filter(
    (_, index) => index % step === 0,
  );
}

function createsOf(scene: RightsScene): readonly AnyAct[] {
  const create = { kind: 'create', item: 'New' } as const;
  return [
    ...placesAt(scene, (place) => {
      const type = place === 'top' || place.by === 'uuid' ? 'todo' : 'task';
      return { ...create, type, place };
    }),
    ...(['top', { item: 'campaign A', by: 'uuid' }] as const).flatMap((place) =>
      eachAssignee((assignee) => ({ ...create, type: 'todo', place, assignee })),
    ),
    { ...create, type: 'campaign', place: { item: 'campaign A', by: 'uuid' } },
    // Under the uuid of another user's item.
    { kind: 'create', item: 'campaign X', type: 'task', place: 'top' },
  ];
}

function placesAt(scene: RightsScene, actFor: (place: ModelPlace) => ModelAct): readonly AnyAct[] {
  return places(scene, '').map(
    (_, index) => (actor: string) => actFor(places(scene, actor)[index] ?? 'top'),
  );
}

/** Edits of the other fields, one at a time, with those that they need. */
function fieldEdits(scene: RightsScene, item: string): readonly ModelAct[] {
  const isCampaign = scene.world.facts.items.get(item)?.type === 'campaign';
  const due_date = '2030-01-01';
  const edits: readonly Readonly<Record<string, string>>[] = [
    { description: 'New' },
    { due_date },
    { due_date, due_time: '17:00' },
    { priority: 'high' },
    isCampaign
      ? { end_date: '2030-01-31' }
      : { due_date, repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: due_date },
  ];
  return edits.map((fields) => ({ kind: 'change', item, by: 'number', fields }));
}
