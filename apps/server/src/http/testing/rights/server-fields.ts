import type { TestAnswer } from '../test-client.ts';
import { equal, type RightsScene } from './scene.ts';

/** The fields of an item that no user sets, each with a value that it never has. */
export function setByNobody(scene: RightsScene): Readonly<Record<string, unknown>> {
  const { id } = scene.person('stranger');
  const long = '2001-02-03T04:05:06.789Z';
  return {
    user_id: id,
    created_by: { id },
    updated_at: long,
    updated_by: id,
    deleted_at: long,
    children_count: 77,
    completed_count: 77,
    version: 77,
    permission: 'view',
  };
}

/** Whether these fields are as the server sets them; of a new item without a name. */
export function setByServer(
  scene: RightsScene,
  { body }: TestAnswer,
  actor: string,
  name?: string,
): unknown {
  const item = scene.world.facts.items.get(name ?? '');
  const { id } = scene.person(item?.owner ?? actor);
  const { user_id, created_by, updated_at, updated_by } = body;
  const { children_count, completed_count, version } = body;
  const counts = [scene.rights.childrenSeen(actor, name ?? '').length, 0];
  return equal(
    [user_id, created_by.id, updated_at, updated_by, children_count, completed_count, version < 77],
    [id, id, scene.now, scene.person(actor).id, ...counts, true],
  );
}
