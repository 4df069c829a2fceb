import type { LocalItem } from '@foray/sync';

let item: LocalItem | null = null;

/** The item that the person is completing, as its row shows it then; a list that loses it keeps the row a while. */
export const justCompleted = (): LocalItem | null => item;

/** Sets `justCompleted` while `action` completes the item `seen`; not for people who want no movements. */
export async function whileCompleting<T>(seen: LocalItem, action: () => Promise<T>): Promise<T> {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    item = { ...seen, status: 'completed' };
  }
  const done = await action();
  if (item?.uuid === seen.uuid) item = null;
  return done;
}
