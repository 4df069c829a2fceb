import type { Priority } from '@foray/domain';

/** What words can stand for. */
export type TokenKind = 'date' | 'time' | 'repeat' | 'label' | 'priority' | 'assignee' | 'campaign';

/** A rule of repetition that was typed. */
export interface TypedRepeat {
  /** An RRULE (RFC 5545) as `repeatText` writes it. */
  readonly rule: string;
  /** Whether the interval counts from the due date or from the day of completion. */
  readonly from: 'due' | 'completion';
  /** The first day of the rule that is not before today, a civil date. */
  readonly first: string;
}

/** A part of a text: from `start` up to, but not including, `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What each kind of words says. */
interface TokenValues {
  /** A civil date, today or later. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  readonly repeat: TypedRepeat;
  /** 1 to 40 characters, as it is known or else as it was typed. */
  readonly label: string;
  readonly priority: Priority;
  /** The id of a person. */
  readonly assignee: number;
  /** The uuid of a campaign. */
  readonly campaign: string;
}

/** Words of a text that were recognised, by their kind. */
type TokenOf<K extends TokenKind> = Span & {
  readonly kind: K;
  /** The words as they were typed. */
  readonly text: string;
  readonly value: TokenValues[K];
};

/** Words of a text that were recognised. */
export type TypedToken = { [K in TokenKind]: TokenOf<K> }[TokenKind];

/**
 * Words that somebody wants to stay text: the `nth` place (from 0) where they occur, without case. So they
 * are found again while the text around them changes.
 */
export interface KeptWords {
  readonly text: string;
  readonly nth: number;
}

/** What reading depends on besides the text. */
export interface TypingContext {
  /** The civil date where the person is. */
  readonly today: string;
  /** The time there, `HH:MM`. */
  readonly now: string;
  /** The first day of a week, 0 for Sunday to 6. */
  readonly weekStartsOn: number;
  /** The locale by which dates are written (BCP 47): whether 3/4/2027 is in March or in April. */
  readonly locale: string;
  /** The kinds that are read; words for others stay text. */
  readonly kinds: ReadonlySet<TokenKind>;
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly campaigns: readonly { readonly uuid: string; readonly title: string }[];
  /** The day that is given beside the title, a civil date; null for none. */
  readonly due: string | null;
  /** Labels that are given beside the title: no more are read than an item then has. */
  readonly given: readonly string[];
  /** Labels that exist. */
  readonly labels: readonly string[];
  readonly asText: readonly KeptWords[];
}

/** What was read. */
export interface Reading {
  /** What is left of the text: on one line, never empty unless the text is. */
  readonly title: string;
  /** In the order of the text; of each kind at most one, the last, but of labels up to ten. */
  readonly tokens: readonly TypedToken[];
  /**
   * The day on which it is due, a civil date: the one given, else the date typed, else the first day of the
   * rule, else the next day that has the time ahead; null without any of them.
   */
  readonly due: string | null;
}

/** A word that was found before it is known which of its kind counts. */
export type Found<K extends TokenKind> = Span & Pick<TokenOf<K>, 'value'>;
