import type { Item } from '@foray/domain';
import type { LocalItem } from '@foray/sync';

/** The fields that determine the page of an item. */
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

/**
 * The link of an item that is the same on every device: by the server's number, or by uuid until there is
 * one.
 */
export function linkOf(item: Pick<LocalItem, 'type' | 'id' | 'uuid' | 'base'>): string {
  return `${location.origin}/${folders[item.type]}/${item.base === null ? item.uuid : item.id}`;
}

/** The page that shows an item: its own, for a todo its parent's; null for none. */
export function pageOf(item: Routed | undefined, parent: Routed | undefined): string | null {
  return (item && hrefOf(item)) ?? (parent && hrefOf(parent)) ?? null;
}
