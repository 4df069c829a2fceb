import { listDeleted } from '../actions/trash.ts';
import type { TestDevice } from './test-world.ts';

/** What Recently deleted lists on a device: each title, and how many items go with it. */
export async function listed({ device }: TestDevice) {
  const list = await listDeleted(device);
  if (!list.ok) throw new Error(list.error.code);
  return list.value.map(({ title, takenAlong }) => [title, takenAlong]);
}
