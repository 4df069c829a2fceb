import type { Permission } from '@foray/domain';
import type { Reads } from '../store/store.ts';

/**
 * What the user may do with the item, null if they cannot see it. Access rows are the rights: every
 * change leaves them equal to domain's `permissionOf` (sync.md, section 1).
 */
export async function permissionFor(
  reads: Reads,
  userId: number,
  itemId: number,
): Promise<Permission | null> {
  const [row] = await reads.access([itemId], [userId]);
  return row === undefined || row.removed ? null : row.permission;
}
