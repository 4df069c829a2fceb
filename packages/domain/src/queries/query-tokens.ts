import { queryKeys } from './query.ts';
import type { QueryKey } from './query.ts';

/** The place of a token in the text. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** A value in quotes or without. */
export interface TokenText {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isClosed: boolean;
}

/** A piece of a query's text. */
export type Token =
  | (Place & { readonly kind: 'open' | 'close' | 'minus' | 'or' })
  | (Place & { readonly kind: 'text' } & TokenText)
  | (Place & { readonly kind: 'condition'; readonly key: QueryKey } & TokenText);

/** Blanks, characters that show nothing, control characters and halves of surrogate pairs. */
const gap = /[\s\p{Control}\p{Surrogate}\p{Format}]+/uy;
const endsWord = /[\s\p{Control}\p{Surrogate}]/u;
const edges = /^[\s\p{Format}]+|[\s\p{Format}]+$/gu;
const unprintable = /[\p{Control}\p{Surrogate}]/gu;
const format = /\p{Format}/gu;
const negates = /-(?![-\s)\p{Control}\p{Surrogate}\p{Format}]|$)/uy;
const keyed = new RegExp(`(${queryKeys.join('|')}):`, 'iy');
const openers = /["\u201c-\u201f]/;
/** Quotes of keyboards that write typographic ones end with any of these. */
const typographic = /[\u201c-\u201f]/;

/** A text as queries keep it: without control characters, and without blanks at its ends. */
export function cleanText(text: string): string {
  return text.replace(unprintable, ' ').replace(edges, '');
}

/** A word in the form of keywords. */
export function keywordOf(text: string): string {
  return text.replace(format, '').toLowerCase();
}

/** The tokens of a text, in order. */
export function tokensOf(text: string): readonly Token[] {
  return new Tokenizer(text).all();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  /** The brackets that are open. */
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): readonly Token[] {
    for (;;) {
      this.#match(gap);
      if (this.#at >= this.#text.length) return this.#tokens;
      this.#tokens.push(this.#next());
    }
  }

  #next(): Token {
    const from = this.#at;
    const first = this.#text.charAt(from);
    if (first === '(') return this.#mark('open', 1);
    if (first === ')') return this.#mark('close', -1);
    if (this.#match(negates) !== null) return { kind: 'minus', from, to: this.#at };
    if (openers.test(first)) return { kind: 'text', ...this.#quoted(), from, to: this.#at };
    const key = this.#match(keyed)?.[1];
    if (key !== undefined) {
      const value = openers.test(this.#text.charAt(this.#at)) ? this.#quoted() : this.#word();
      return { kind: 'condition', key: keywordOf(key) as QueryKey, ...value, from, to: this.#at };
    }
    const word = this.#word();
    const isOr = keywordOf(word.text) === 'or' && this.#tokens.at(-1)?.kind !== 'minus';
    return isOr
      ? { kind: 'or', from, to: this.#at }
      : { kind: 'text', ...word, from, to: this.#at };
  }

  #mark(kind: 'open' | 'close', step: number): Token {
    const from = this.#at;
    this.#at += 1;
    this.#depth = Math.max(0, this.#depth + step);
    return { kind, from, to: this.#at };
  }

  /** A bracket in a word belongs to it, unless it closes one before the word. */
  #word(): TokenText {
    const from = this.#at;
    let inside = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === '(') inside += 1;
      else if (character === ')') {
        if (inside === 0 && this.#depth > 0) break;
        inside = Math.max(0, inside - 1);
      } else if (endsWord.test(this.#character())) break;
      this.#at += this.#character().length;
    }
    return {
      text: cleanText(this.#text.slice(from, this.#at)),
      isQuoted: false,
      isClosed: true,
    };
  }

  /** The text up to the closing quote, or up to the end; a backslash makes the next quote a part of it. */
  #quoted(): TokenText {
    const opener = this.#text.charAt(this.#at);
    const isEnd = (character: string) =>
      character === '"' || (opener !== '"' && typographic.test(character));
    let text = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (isEnd(character)) {
        this.#at += 1;
        return { text: cleanText(text), isQuoted: true, isClosed: true };
      }
      const next = this.#text.charAt(this.#at + 1);
      const isEscape = character === '\\' && (next === '\\' || isEnd(next));
      if (isEscape) this.#at += 1;
      text += isEscape ? next : character;
    }
    return { text: cleanText(text), isQuoted: true, isClosed: false };
  }

  #character(): string {
    return String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}
