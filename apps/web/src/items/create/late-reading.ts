import { daysBetween } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { meantTokens } from '@foray/typing';
import type { TypedReading } from '@foray/typing';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDueDay } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { assigneesOf } from '../../replica/index.ts';
import type { Client } from '../../replica/index.ts';
import { readsTyping } from '../../settings/typing.ts';
import { toast } from '../../ui/layers/toast.ts';
import { undoFromToast } from '../actions/undo.ts';
import type { ItemFormDraft, OfferedFields } from '../fields/item-draft.ts';
import { itemOfDraft } from '../fields/item-draft.ts';
import { describeTokens } from './describe-tokens.ts';
import { itemOfReading } from './typed-item.ts';
import { createReader } from './use-reader.ts';

const { typing: strings } = lazyMessages;

/** A draft as it was sent, and the circumstances in which its title is parsed. */
export interface SentDraft {
  readonly draft: ItemFormDraft;
  readonly offered: OfferedFields;
  readonly parentUuid: string | null;
  /** The civil day on which it was sent, `YYYY-MM-DD`. */
  readonly today: string;
  /** The local time at which it was sent, `HH:MM`. */
  readonly now: string;
}

/**
 * Parses the title of a draft that was sent before this code had loaded, and changes its item accordingly:
 * a message says so and can undo it. An item that has changed meanwhile stays.
 */
export async function readLate(client: Client, seen: LocalItem, sent: SentDraft): Promise<void> {
  const { draft, offered, parentUuid, today } = sent;
  const people = assigneesOf(client, parentUuid);
  const read = createReader(client, { ...sent, people, isRead: readsTyping() });
  const reading = read(draft);
  if (reading.tokens.length === 0) return;
  const plain = itemOfDraft(draft, offered, parentUuid);
  const done = await client.actions.reviseItem(seen, itemOfReading(plain, reading));
  if (!done.ok) return;
  const describe = describeTokens(client, draft.type, parentUuid, today);
  const others = meantTokens(reading.tokens)
    .filter(({ kind }) => kind !== 'date' && kind !== 'time')
    .map((token) => describe(token, reading));
  toast({
    title: strings.readLate([...whenOf(reading, today), ...others].join(', ')),
    description: done.value.title,
    action: {
      label: listMessages.undo,
      altText: listMessages.itemToasts.undoAlt,
      onAction: () => void undoFromToast(client.actions, done.value),
    },
  });
}

/** The day and time that were read, as one part: 'tomorrow, 6:00 PM'; none if neither was. */
function whenOf({ tokens, due }: TypedReading, today: string): readonly string[] {
  const time = tokens.find((token) => token.kind === 'time');
  if (due === null || !(time ?? tokens.find(({ kind }) => kind === 'date'))) return [];
  const day = formatDueDay(due, daysBetween(today, due));
  return [time ? listMessages.item.atTime(day, formatTime(time.value)) : day];
}
