import type { PositionCommand } from '@foray/contract';
import { err, mayWith } from '@foray/domain';
import { permissionFor, lockPermitted } from '../items/permitted-item.ts';
import { unchanged } from '../store/request.ts';
import type { CommandDecision, CommandRequest } from '../store/request.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Places an item among the children of its parent, for everybody who sees them. As with labels, its version
 * and time stay. The caller must be allowed to add children to the parent. At the top level there is no
 * order to share: the request has no effect, since others may have moved the item there meanwhile.
 */
export async function positionItem(
  unit: CommandUnitOfWork,
  command: PositionCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const permitted = await lockPermitted(unit, command.ref, 'place', request);
  if (!permitted.ok) return permitted;
  const { item } = permitted.value;
  const { position } = command;
  if (item.parent_id === null || item.position === position) return unchanged(item);
  const onParent = await permissionFor(unit.tx, unit.callerId, item.parent_id);
  if (!mayWith({ occurrence_of: null }, onParent, 'addChild')) return err({ code: 'forbidden' });
  const after = { ...item, position };
  await writeItems(unit, [after]);
  return unchanged(after);
}
