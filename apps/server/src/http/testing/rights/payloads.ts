import { randomUUID } from 'node:crypto';
import type { Spot } from './model/facts.ts';
import type { RightsScene } from './scene.ts';
import { ownCampaign } from './world.ts';

/** Every kind of assignee: its name in the model, and the value that is sent. */
export function assignees(
  scene: RightsScene,
  actor: string,
): readonly (readonly [string | null, number | null])[] {
  const named = ['mutual contact', 'member', 'another user', 'former assignee', 'assignee'];
  return [
    [null, 0],
    [null, null],
    [actor, scene.world.people.get(actor)?.id ?? 0],
    ['sample 1', 1],
    ['sample 4', 4],
    ['no user 5', 5],
    ['no user 999999', 999_999],
    ...[...named, 'viewer through a descendant', 'contact of the assignee'].map(
      (name) => [name, scene.person(name).id] as const,
    ),
  ];
}

/**
 * Every kind of parent for a user: their own, others', a wrong type, a deleted one, an unknown one; by number
 * and by uuid.
 */
export function parents(scene: RightsScene, actor: string): readonly Spot[] {
  const own = scene.world.people.has(actor) ? ownCampaign(actor) : 'campaign B';
  const named = [
    own,
    'campaign A',
    'campaign B',
    'campaign C',
    'campaign G',
    'campaign I',
    'campaign X',
    'task A',
    'task C',
    'task E',
    'task H',
    'todo D',
    null,
  ];
  return [
    'top',
    ...named.flatMap((thing): Spot[] => [
      { thing, by: 'number' },
      { thing, by: 'uuid' },
    ]),
  ];
}

/** The value that names a place in a request. */
export function parentId(scene: RightsScene, spot: Spot): number | string | null {
  if (spot === 'top') return null;
  if (spot.thing === null) return spot.by === 'number' ? 99_999_999 : randomUUID();
  return spot.by === 'number' ? scene.ref(spot.thing).id : scene.ref(spot.thing).uuid;
}
