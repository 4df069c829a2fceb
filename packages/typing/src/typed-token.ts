import type { Priority } from '@foray/domain';

/** The kinds of words that are recognised. */
export type TokenKind = 'date' | 'time' | 'repeat' | 'label' | 'priority' | 'assignee' | 'campaign';

/** A rule of repetition that was typed. */
export interface TypedRepeat {
  /** An RRULE (RFC 5545) as `repeatText` writes it. */
  readonly rule: string;
  /** Whether the interval counts from the due date or from the day of completion. */
  readonly from: 'due' | 'completion';
  /** The first day of the rule that is not before today, a civil date. */
  readonly first: string;
  /** Whether the text names the day on which it starts: 'starting monday'. */
  readonly isStartTyped: boolean;
}

/** A part of a text: from `start` up to, but not including, `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The value of each kind of words. */
interface TokenValues {
  /** A civil date, today or later. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  readonly repeat: TypedRepeat;
  /** 1 to 40 characters, spelled like an existing label, or else as typed. */
  readonly label: string;
  readonly priority: Priority;
  /** The id of a person. */
  readonly assignee: number;
  /** The uuid of a campaign. */
  readonly campaign: string;
}

/** Words of a text that were recognised, with their kind. */
type TokenOf<K extends TokenKind> = Span & {
  readonly kind: K;
  /** The words as they were typed. */
  readonly text: string;
  readonly value: TokenValues[K];
  /** The civil date of a time that names a moment: 'in 48 hours'. */
  readonly day?: string;
  /** Whether the words are the end of the rule before them, with its time in between. */
  readonly isEndOfRule?: boolean;
};

/** Words of a text that were recognised. */
export type TypedToken = { [K in TokenKind]: TokenOf<K> }[TokenKind];

/**
 * Words that the user wants to keep as text: their `nth` occurrence (from 0), ignoring case. They are found
 * again while the text around them changes.
 */
export interface KeptWords {
  readonly text: string;
  readonly nth: number;
}

/** The data besides the text that the parser needs. */
export interface TypingContext {
  /** The civil date in the user's time zone. */
  readonly today: string;
  /** The time in the user's time zone, `HH:MM`. */
  readonly now: string;
  /** The first day of a week, 0 for Sunday to 6. */
  readonly weekStartsOn: number;
  /** The locale by which dates are written (BCP 47), which decides whether 3/4/2027 is in March or in April. */
  readonly locale: string;
  /** The kinds that are recognised; words of other kinds stay text. */
  readonly kinds: ReadonlySet<TokenKind>;
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly campaigns: readonly { readonly uuid: string; readonly title: string }[];
  /** The day that is set in the form, a civil date; null for none. */
  readonly due: string | null;
  /** Labels that are set in the form: no more are recognised than the item may have with them. */
  readonly given: readonly string[];
  /** Labels that exist. */
  readonly labels: readonly string[];
  readonly asText: readonly KeptWords[];
}

/** The result of parsing a text. */
export interface TypedReading {
  /** The rest of the text: on one line, never empty unless the text is. */
  readonly title: string;
  /**
   * In the order of the text; at most one of each kind, the last, but up to ten labels, and a rule and its
   * end: 'every day at 7 until 20 dec'.
   */
  readonly tokens: readonly TypedToken[];
  /**
   * The day on which it is due, a civil date: the one given, or else the date typed, or else the first day of
   * the rule, or else the next day on which the time is still ahead; null without any of them.
   */
  readonly due: string | null;
}

/** Recognised words, before it is known which of their kind count. */
export type FoundToken<K extends TokenKind> = Span &
  Pick<TokenOf<K>, 'value' | 'day' | 'isEndOfRule'>;
