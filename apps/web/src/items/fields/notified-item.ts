import type { Notification } from '@foray/contract';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { shownTitle } from './shown-names.ts';

const { notifications: strings } = lazyMessages;

/** The item of a notification in words: its title as this device has it, else its type. */
export function notifiedItem(received: Notification, title: string | undefined): string {
  if (title === undefined) return strings.anItem[received.item_type ?? 'todo'];
  return strings.named(shownTitle(title));
}
