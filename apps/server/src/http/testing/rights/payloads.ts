import type { ModelPlace } from '@foray/model';
import type { RightsScene } from './scene.ts';
import { ownCampaign } from './world.ts';

/** Every kind of assignee, by name. */
export function assignees(actor: string): readonly (string | null)[] {
  const users = ['mutual contact', 'member', 'another user', 'former assignee', 'assignee'];
  const seeing = ['viewer through a descendant', 'contact of the assignee'];
  const others = ['sample 1', 'sample 4', 'no user 5', 'no user 999999'];
  return [null, actor, ...others, ...users, ...seeing];
}

/**
 * Every kind of parent for a user: their own, others', a wrong type, a deleted one, an unknown one; by number
 * and by uuid.
 */
export function places(scene: RightsScene, actor: string): readonly ModelPlace[] {
  const own = scene.world.people.has(actor) ? ownCampaign(actor) : 'campaign B';
  const campaigns = ['A', 'B', 'C', 'G', 'I', 'X'].map((family) => `campaign ${family}`);
  const items = ['task A', 'task C', 'task E', 'task H', 'todo D', null];
  const named = [own, ...campaigns, ...items];
  return [
    'top',
    ...named.flatMap((item): ModelPlace[] => [
      { item, by: 'number' },
      { item, by: 'uuid' },
    ]),
  ];
}
