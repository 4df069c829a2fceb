import type { Item } from '@foray/domain';
import type { LocalItem } from '@foray/sync';

/** What tells which page an item has. */
type Routed = Pick<Item, 'type' | 'id'> & Partial<Pick<Item, 'occurrence_of'>>;

/** The page of a campaign or task; null for a todo and for the copy of an occurrence, which have none. */
export function hrefOf(item: Routed): string | null {
  if (item.occurrence_of != null) return null;
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
export function pageOf(item: Routed | undefined, parent: Routed | undefined): string | null {
  return (item && hrefOf(item)) ?? (parent && hrefOf(parent)) ?? null;
}
