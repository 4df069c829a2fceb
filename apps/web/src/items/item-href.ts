import type { Item } from '@foray/domain';
import type { LocalItem } from '@foray/sync';

/** The page of a campaign or task; null for a todo, which has none. */
export function hrefOf(item: Pick<Item, 'type' | 'id'>): string | null {
  switch (item.type) {
    case 'campaign':
      return `/campaigns/${item.id}`;
    case 'task':
      return `/tasks/${item.id}`;
    case 'todo':
      return null;
  }
}

const folders = { campaign: 'campaigns', task: 'tasks', todo: 'todos' } as const;

/** The link of an item that means the same on every device: by the server's number, until there is one by uuid. */
export function linkOf(item: Pick<LocalItem, 'type' | 'id' | 'uuid' | 'base'>): string {
  return `${location.origin}/${folders[item.type]}/${item.base === null ? item.uuid : item.id}`;
}

/** The page that an item is on: its own, a todo's is its parent's; null where there is none. */
export function pageOf(
  item: Pick<Item, 'type' | 'id'> | undefined,
  parent: Pick<Item, 'type' | 'id'> | undefined,
): string | null {
  return (item && hrefOf(item)) ?? (parent && hrefOf(parent)) ?? null;
}
