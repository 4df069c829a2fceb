import type { EditedField } from './model/facts.ts';
import { equal, type Case, type RightsScene } from './scene.ts';

type Edits = Readonly<Partial<Record<EditedField, string>>>;

/** The other fields of an edit, one at a time. */
export function fieldCases(scene: RightsScene, name: string): Case[] {
  const isCampaign = scene.world.facts.things.get(name)?.type === 'campaign';
  const dated = { due_date: '2030-01-01' };
  /** The field, its value, and the preparation and the follow-up. */
  const values: readonly (readonly [EditedField, string, Edits?, Edits?])[] = [
    ['description', 'New'],
    ['due_date', '2030-01-01'],
    ['due_time', '17:00', dated],
    ['priority', 'high'],
    isCampaign
      ? ['end_date', '2030-01-31']
      : ['repeat', 'FREQ=DAILY', dated, { repeat_from: 'due', repeat_start: '2030-01-01' }],
  ];
  return values.flatMap(([field, value, before = {}, behind = {}]) =>
    scene.forEach(
      'updateItem',
      `${field} of ${name}`,
      () => ({
        url: `/api/items/${scene.ref(name).id}`,
        body: { ...before, [field]: value, ...behind },
      }),
      (actor) => scene.model.edit(actor, name),
      () =>
        ({ status, body }) =>
          status !== 200 || equal(body[field], value),
      (actor) =>
        scene.outcomes.edit(
          actor,
          name,
          ...(Object.keys({ ...before, [field]: value, ...behind }) as EditedField[]),
        ),
    ),
  );
}
