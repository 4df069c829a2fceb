import { keptWordsAt, textWithout } from '@foray/typing';
import type { TokenKind, TypedReading } from '@foray/typing';
import type { FormField, FormValues, ItemFormDraft } from '../fields/item-draft.ts';
import { itemOfReading } from './typed-item.ts';
import type { Reader } from './use-reader.ts';

/** The fields of a form that the words of its title fill in. */
export interface TypedFields {
  /** The values of the fields that the words fill in, the labels with those of the form. */
  readonly values: FormValues;
  /** The campaign that they name; null for none. */
  readonly parentUuid: string | null;
  /** The words of these kinds in the title. */
  wordsOf(kinds: readonly TokenKind[]): readonly string[];
  /** The change of the draft that turns the words of these kinds into text. */
  keepAsText(kinds: readonly TokenKind[]): Partial<ItemFormDraft>;
  /**
   * The change of the draft when fields or the place are changed by hand: the words that filled them leave the
   * title.
   */
  change(part: FormValues & Pick<Partial<ItemFormDraft>, 'parent'>): Partial<ItemFormDraft>;
}

type FieldName = FormField | 'repeat_from';

const fieldNames: readonly FieldName[] = [
  'due_date',
  'due_time',
  'end_date',
  'repeat',
  'repeat_from',
  'priority',
  'assigned_to',
  'labels',
];

/** The kinds of words that set each field. A field that depends on the date takes the date over as well. */
const kindsOf: { readonly [Field in FieldName | 'parent']?: readonly TokenKind[] } = {
  due_date: ['date'],
  end_date: ['date'],
  due_time: ['time', 'date'],
  repeat: ['repeat', 'date'],
  priority: ['priority'],
  assigned_to: ['assignee'],
  parent: ['campaign'],
};

/** The fields that the words of `draft` fill in, by their `reading` with `read`. */
export function typedFields(
  draft: ItemFormDraft,
  reading: TypedReading,
  read: Reader,
): TypedFields {
  const { type, labels = [], asText = [] } = draft;
  const filled = itemOfReading({ type, title: '', labels }, reading);
  // A field that is half filled by hand stays so.
  const isOpen = (name: FieldName) => !(name in draft) || draft[name] !== undefined;
  const shown = reading.tokens.length === 0 ? [] : fieldNames.filter(isOpen);
  const values: FormValues = Object.fromEntries(
    shown.flatMap((name) => (filled[name] === undefined ? [] : [[name, filled[name]]])),
  );

  const tokensOf = (kinds: readonly TokenKind[]) =>
    reading.tokens.filter(({ kind }) => kinds.includes(kind));
  return {
    values,
    parentUuid: filled.parent_uuid ?? null,
    wordsOf: (kinds) => tokensOf(kinds).map(({ text }) => text),
    keepAsText: (kinds) => ({
      asText: [...asText, ...tokensOf(kinds).map((token) => keptWordsAt(draft.title, token))],
    }),
    change(part) {
      const kinds = new Set(Object.keys(part).flatMap((name) => kindsOf[name as FieldName] ?? []));
      let changed: Partial<ItemFormDraft> = part;
      if (part.due_date === null) for (const kind of ['time', 'repeat'] as const) kinds.add(kind);
      else if (kinds.has('date') && !('due_date' in part) && values.due_date != null) {
        changed = { due_date: values.due_date, ...part };
      }
      const { labels: chosen } = part;
      let title = draft.title;
      if (chosen !== undefined) {
        const words = reading.tokens.filter(
          (token) => token.kind === 'label' && !chosen.includes(token.value),
        );
        title = words.length > 0 ? textWithout(title, words) : title;
        const typed = new Set(
          read({ ...draft, title, labels: [] }).tokens.map(({ value }) => value),
        );
        changed = { ...changed, labels: chosen.filter((label) => !typed.has(label)) };
      }
      // Once the last words of a kind are removed, earlier ones of that kind would count.
      for (;;) {
        const words = read({ ...draft, title }).tokens.filter(({ kind }) => kinds.has(kind));
        if (words.length === 0) break;
        title = textWithout(title, words);
      }
      return title === draft.title ? changed : { ...changed, title };
    },
  };
}
