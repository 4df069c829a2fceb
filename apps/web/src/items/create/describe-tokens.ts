import { daysBetween, ruleAsMeant } from '@foray/domain';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDueDay } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { assigneesOf } from '../../replica/index.ts';
import type { Client } from '../../replica/index.ts';
import type { TypedReading, TypedToken } from '@foray/typing';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import { repeatWords } from '../repeat/repeat-words.ts';

const { item } = listMessages;
const { repeating, typing: strings } = lazyMessages;

/** Describes tokens of a title that was parsed on the day `today`, for an item of that type at `parentUuid`. */
export function describeTokens(
  client: Client,
  type: ItemFormDraft['type'],
  parentUuid: string | null,
  today: string,
): (token: TypedToken, of: TypedReading) => string {
  return (token, { tokens, due }) => {
    switch (token.kind) {
      case 'date': {
        const day = formatDueDay(token.value, daysBetween(today, token.value));
        return type === 'campaign' ? strings.ends(day) : strings.due(day);
      }
      case 'time': {
        const time = formatTime(token.value);
        // A time alone also names its day.
        const isSaid = tokens.some(({ kind }) => kind === 'date' || kind === 'repeat');
        if (due === null || isSaid) return strings.at(time);
        return strings.due(item.atTime(formatDueDay(due, daysBetween(today, due)), time));
      }
      case 'repeat': {
        const { from, first } = token.value;
        const rule = ruleAsMeant(token.value.rule, due ?? first);
        const words =
          repeatWords({ repeat: rule, repeat_from: from, due_date: due ?? first }) ?? token.text;
        // Without a date the rule also names the day that it sets.
        if (due === null || tokens.some(({ kind }) => kind === 'date'))
          return repeating.repeats(words);
        return repeating.repeatsFrom(words, formatDueDay(due, daysBetween(today, due)));
      }
      case 'label':
        return `#${token.value}`;
      case 'priority':
        return item.priority[token.value];
      case 'assignee': {
        const place = tokens.find(({ kind }) => kind === 'campaign');
        const people = assigneesOf(client, place?.kind === 'campaign' ? place.value : parentUuid);
        const person = people.find(({ id }) => id === token.value);
        return strings.assignee(person?.name ?? token.text);
      }
      case 'campaign':
        return strings.campaign(client.replica.get().item(token.value)?.title ?? token.text);
    }
  };
}
