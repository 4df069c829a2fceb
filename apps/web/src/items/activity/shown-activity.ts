import type { ActivityEntry } from '@foray/contract';
import { plainFields, readRepeatRule } from '@foray/domain';
import type { FieldKind, ItemType, PlainField } from '@foray/domain';
import type { LocalItem, ReplacedVersion } from '@foray/sync';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDay } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';

const { activity: strings, repeatInWords } = lazyMessages;

/** A line of metadata: the changed field, its value before and after. */
export interface ActivityDetail {
  readonly label: string;
  readonly value: string;
  /** The replaced text, to be used again. */
  readonly former?: FormerText;
}

/** An earlier text of an item. */
export interface FormerText {
  readonly field: 'title' | 'description';
  readonly text: string;
}

/** An entry of Activity as it is shown, from the server or from this device's items. */
export interface ShownActivity {
  readonly key: string;
  /** The item of the event. */
  readonly uuid: string;
  /** Null if unknown. */
  readonly userId: number | null;
  /** As the server sent it; empty if this device looks up the name. */
  readonly userName: string;
  readonly action: string;
  readonly type: ItemType;
  readonly title: string;
  readonly description: string | null;
  readonly details: readonly ActivityDetail[];
  /** Whether it is a roll-up, which no person made. */
  readonly isAutomatic: boolean;
  readonly at: string;
}

/** The server's entry; its metadata with the labels of the screens. */
export function shownOfServer(entry: ActivityEntry): ShownActivity {
  const { automatic, ...metadata } = entry.metadata;
  return {
    key: String(entry.id),
    uuid: entry.item.uuid,
    userId: entry.user.id,
    userName: entry.user.name,
    action: entry.action,
    type: entry.item.type,
    title: entry.item.title,
    description: entry.description,
    details: Object.entries(metadata)
      .filter(([name]) => name !== inner)
      .map(([name, value]) => ({
        ...detailOf(name, value),
        ...formerOf(name, entry.before),
      })),
    isAutomatic: automatic !== undefined,
    at: entry.created_at,
  };
}

/** A version of an item that a later change of this device replaced, with its values. */
export function shownOfReplaced(
  { uuid, type, title }: Pick<LocalItem, 'uuid' | 'type' | 'title'>,
  { values, by, at }: ReplacedVersion,
): ShownActivity {
  const details = Object.entries(values).map(([name, value]) => ({
    ...detailOf(name, typeof value === 'string' ? value : ''),
    ...formerOf(name, values),
  }));
  return {
    key: `${uuid}:replaced:${at}`,
    uuid,
    userId: by,
    userName: '',
    action: 'replaced',
    type,
    title,
    description: null,
    // People and places are numbers here, which mean nothing to a reader.
    details: details.filter(({ value }) => value !== ''),
    isAutomatic: false,
    at,
  };
}

function formerOf(
  name: string,
  texts: Readonly<Record<string, unknown>> | undefined,
): Pick<ActivityDetail, 'former'> {
  if (name !== 'title' && name !== 'description') return {};
  const text = texts?.[name];
  return typeof text === 'string' && text !== '' ? { former: { field: name, text } } : {};
}

/** The number of an occurrence identifies it for devices; people see its date and status. */
const inner = 'occurrence';

/** The words for the values of a kind of field in a text. */
const inWords: { readonly [Kind in FieldKind]?: (text: string) => string } = {
  day: (text) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay),
  time: (text) => text.replace(/\b\d{2}:\d{2}\b/g, formatTime),
  rule: (text) => text.replace(/\bFREQ=\S+/g, ruleInWords),
  choice: (text) => text.replaceAll('_', ' '),
};

function kindOf(name: string): FieldKind {
  if (name === 'status') return 'choice';
  return Object.hasOwn(plainFields, name) ? plainFields[name as PlainField].kind : 'text';
}

function detailOf(name: string, value: string): ActivityDetail {
  const label = strings.fields[name as keyof typeof strings.fields] ?? name.replaceAll('_', ' ');
  return { label, value: filled(inWords[kindOf(name)]?.(value) ?? value) };
}

function ruleInWords(text: string): string {
  const rule = readRepeatRule(text);
  return rule.ok ? repeatInWords(rule.value) : text;
}

/** An empty value is an empty string on the wire. */
function filled(value: string): string {
  const from = value.startsWith('→') ? `${strings.nothing} ${value}` : value;
  return from.endsWith('→') ? `${from} ${strings.nothing}` : from;
}
