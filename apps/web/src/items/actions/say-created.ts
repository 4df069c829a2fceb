import { dueDay } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { openSheet } from '../../adapters/browser/sheet-entry.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { messages } from '../../messages/messages.ts';
import type { Client } from '../../replica/index.ts';
import { toast } from '../../ui/layers/toast.ts';
import { listOf } from './list-focus.ts';
import { sayDay } from './planning.ts';
import { shownTitle } from '../fields/shown-names.ts';

const { quickAdd } = messages;
const { added: strings } = lazyMessages;

/** Says that an item was created; for one that no list of the page shows, where it is, with a way there. */
export function sayCreated(client: Client, item: LocalItem): void {
  const { uuid, type } = item;
  if (listOf(uuid) !== undefined) {
    return toast({ title: quickAdd.created, description: quickAdd.createdText(type) });
  }
  toast({
    title: quickAdd.created,
    description: strings.to(placeOf(client, item)),
    action: {
      label: strings.open,
      altText: strings.openAlt,
      onAction: () => openSheet(uuid),
    },
  });
}

/** The place of a new item in words: its parent, its day, or Queue. */
function placeOf(client: Client, item: LocalItem): string {
  const parent = client.replica.get().item(item.parent_uuid ?? '');
  if (parent !== undefined) return strings.in(shownTitle(parent.title));
  const day = dueDay(item);
  return day === null ? messages.titles.queue : sayDay(day);
}
