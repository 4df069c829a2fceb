import type { ActivityEntry } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { formatDay, messages } from '../../messages/messages.ts';
import type { LocalActivity } from './local-activity.ts';

const { activity: strings } = messages;

/** A line of metadata: what changed, from what, to what. */
export interface ActivityDetail {
  readonly label: string;
  readonly value: string;
}

/** An entry of Activity as it is shown, whether the server told it or this device knows it. */
export interface ShownActivity {
  readonly key: string;
  /** Null where nobody knows who it was. */
  readonly userId: number | null;
  /** As the server told it; empty where this device is to find the name. */
  readonly userName: string;
  readonly action: string;
  readonly type: ItemType;
  readonly title: string;
  readonly description: string | null;
  readonly details: readonly ActivityDetail[];
  /** A roll-up, and nobody's own doing. */
  readonly isAutomatic: boolean;
  readonly at: string;
}

/** The server's entry; its metadata in the words of the screens. */
export function shownOfServer(entry: ActivityEntry): ShownActivity {
  const { automatic, ...metadata } = entry.metadata;
  return {
    key: String(entry.id),
    userId: entry.user.id,
    userName: entry.user.name,
    action: entry.action,
    type: entry.item.type,
    title: entry.item.title,
    description: entry.description,
    details: Object.entries(metadata).map(([name, value]) => detailOf(name, value)),
    isAutomatic: automatic !== undefined,
    at: entry.created_at,
  };
}

/** What this device makes of its own items. */
export function shownOfLocal(entry: LocalActivity): ShownActivity {
  return {
    key: entry.key,
    userId: entry.userId,
    userName: '',
    action: entry.action,
    type: entry.type,
    title: entry.title,
    description: null,
    details: [],
    isAutomatic: false,
    at: entry.at,
  };
}

const days = /\b\d{4}-\d{2}-\d{2}\b/g;

function detailOf(name: string, value: string): ActivityDetail {
  const label = strings.fields[name as keyof typeof strings.fields] ?? name.replaceAll('_', ' ');
  switch (name) {
    case 'status':
    case 'priority':
      return { label, value: filled(value.replaceAll('_', ' ')) };
    case 'due_date':
    case 'end_date':
      return { label, value: filled(value.replace(days, formatDay)) };
    default:
      return { label, value: filled(value) };
  }
}

/** The wire leaves empty what was or is empty. */
function filled(value: string): string {
  const from = value.startsWith('→') ? `${strings.nothing} ${value}` : value;
  return from.endsWith('→') ? `${from} ${strings.nothing}` : from;
}
