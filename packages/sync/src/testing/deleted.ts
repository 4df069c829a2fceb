import { listDeleted } from '../actions/trash.ts';
import type { TestDevice } from './test-world.ts';

/** The list in Recently deleted on a device: each title, and the number of items that come back with it. */
export async function listed({ device }: TestDevice) {
  const list = await listDeleted(device);
  if (!list.ok) throw new Error(list.error.code);
  return list.value.map(({ title, takenAlong }) => [title, takenAlong]);
}
