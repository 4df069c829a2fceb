import { setByNobody } from './server-fields.ts';
import { equal, type Case, type RightsScene } from './scene.ts';

/**
 * Occurrences of an item that does not repeat: a user who may edit it completes it, and otherwise finds it
 * unchanged.
 */
export function occurrenceCases(scene: RightsScene, name: string): Case[] {
  const url = () => `/api/items/${scene.ref(name).uuid}/occurrences`;
  return [
    ...scene.forEach(
      'actOnOccurrence',
      `${name}, completed`,
      () => ({ url: url(), body: { ...setByNobody(scene), n: 1 } }),
      (actor) => scene.model.complete(actor, name),
      () =>
        ({ status, body }) =>
          status !== 200 || equal([body.status, body.copy], ['completed', null]),
    ),
    ...scene.forEach(
      'actOnOccurrence',
      `${name}, skipped`,
      () => ({ url: url(), body: { n: 1, skip: true } }),
      (actor) => scene.model.skipOrUndo(actor, name),
    ),
    ...scene.forEach(
      'undoOccurrence',
      name,
      () => ({ url: `${url()}/1` }),
      (actor) => scene.model.skipOrUndo(actor, name),
    ),
  ];
}
