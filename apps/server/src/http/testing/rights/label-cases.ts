import { setByNobody } from './server-fields.ts';
import { equal, type Case, type RightsScene } from './scene.ts';

/** Labels of an item, with fields that no user sets. */
export function labelCases(scene: RightsScene, name: string): Case[] {
  return scene.forEach(
    'labelItem',
    name,
    () => ({
      url: `/api/items/${scene.ref(name).uuid}/labels`,
      body: { ...setByNobody(scene), add: ['home'] },
    }),
    (actor) => scene.model.label(actor, name),
    () =>
      ({ status, body }) =>
        status !== 200 || equal([body.labels, body.version < 77], [['home'], true]),
    (actor) => scene.outcomes.edit(actor, name, 'labels'),
  );
}
