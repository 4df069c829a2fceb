import type { LocalItem } from '@foray/sync';
import { readTyped } from '@foray/typing';
import type { TypedReading } from '@foray/typing';
import type { FormValues } from '../fields/item-draft.ts';
import { itemOfReading } from './typed-item.ts';
import { dateLocale } from './use-reader.ts';

/** The reader leaves a title at least one word. */
const filler = 'x';

/**
 * The date, time and rule that a person types for an item, as in 'fri 5pm'; null if any word has no such
 * meaning. A time alone belongs to the day that the item has. A campaign has only a date, its last day.
 */
export function readWhen(
  { type, due_date }: Pick<LocalItem, 'type' | 'due_date'>,
  text: string,
  { today, now }: { readonly today: string; readonly now: string },
): FormValues | null {
  const read = (due: string | null): TypedReading =>
    readTyped(`${filler} ${text}`, {
      ...dateLocale,
      today,
      now,
      kinds: new Set(type === 'campaign' ? ['date'] : ['date', 'time', 'repeat']),
      people: [],
      campaigns: [],
      labels: [],
      given: [],
      asText: [],
      due,
    });
  const free = read(null);
  const isTimeAlone = free.tokens.every(({ kind }) => kind === 'time');
  const reading = isTimeAlone ? read(due_date) : free;
  if (reading.title !== filler || reading.due === null) return null;
  const { type: _, title: __, ...when } = itemOfReading({ type, title: filler }, reading);
  return when;
}
