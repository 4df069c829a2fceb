import { itemTypes, priorities } from '../values/item-values.ts';
import { maxQueryDepth, maxQueryTextChars } from '../values/limits.ts';
import { foldQuery } from '../values/search.ts';
import { isOneOf } from '../values/shape.ts';
import { dayOperators, ownedFields, states } from './query.ts';
import type { Condition, NameId, Query, QueryError, QueryErrorCode } from './query.ts';
import { isSpan } from './query-days.ts';
import { cleanText, keywordOf, tokensOf } from './query-tokens.ts';
import type { Token } from './query-tokens.ts';

/** A read text: the query of its correct parts, null if there are none, and its mistakes in their order. */
export interface ParsedQuery {
  readonly query: Query | null;
  readonly errors: readonly QueryError[];
}

type ConditionToken = Extract<Token, { readonly kind: 'condition' }>;
type Reading = Condition | QueryErrorCode;

/**
 * Reads a text as a query. It never fails: a part with a mistake is left out and reported with its place, and
 * the rest is the query. `ids` are those of the people and items that it names, in their order, as far as
 * they are known (`printQuery`).
 */
export function parseQuery(text: string, ids: readonly NameId[] = []): ParsedQuery {
  return new Parser(text, ids).read();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #ids: readonly NameId[];
  readonly #errors: QueryError[] = [];
  #at = 0;
  #depth = 0;
  #names = 0;

  constructor(text: string, ids: readonly NameId[]) {
    if (text.length > maxQueryTextChars) this.#report('too_long', maxQueryTextChars, text.length);
    this.#text = text.slice(0, maxQueryTextChars);
    this.#tokens = tokensOf(this.#text);
    this.#ids = ids;
  }

  read(): ParsedQuery {
    const query = this.#isPlain() ? textOf(this.#text) : this.#any();
    return { query, errors: this.#errors.toSorted((a, b) => a.from - b.from) };
  }

  /** Whether the text has nothing but words: then it is searched for as it is typed. */
  #isPlain(): boolean {
    if (this.#tokens.length === 1 && this.#tokens[0]?.kind === 'or') return true;
    return this.#tokens.every((token) => token.kind === 'text' && !token.isQuoted);
  }

  /** Parts that `or` joins, up to the bracket that ends them. */
  #any(): Query | null {
    const parts: (Query | null)[] = [];
    let dangling: Token | null = null;
    for (;;) {
      const before = this.#at;
      const part = this.#all();
      const isMissing = this.#at === before;
      const next = this.#tokens[this.#at];
      if (!isMissing) parts.push(part);
      const alone = isMissing && next?.kind === 'or' ? next : dangling;
      if (isMissing && alone !== null) this.#reportAt('or_alone', alone);
      if (next?.kind !== 'or') return joined('or', parts);
      dangling = isMissing ? null : next;
      this.#at += 1;
    }
  }

  /** Parts side by side. */
  #all(): Query | null {
    const parts: (Query | null)[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || token.kind === 'or') break;
      if (token.kind !== 'close') {
        parts.push(this.#part(token));
      } else {
        if (this.#depth > 0) break;
        this.#reportAt('bracket_unopened', token);
        this.#at += 1;
      }
    }
    return joined('and', parts);
  }

  #part(token: Token): Query | null {
    this.#at += 1;
    switch (token.kind) {
      case 'minus': {
        // A character that is no gap follows every minus.
        const part = this.#part(this.#tokens[this.#at] as Token);
        return part && { kind: 'not', part };
      }
      case 'open':
        return this.#group(token);
      case 'condition':
        return this.#condition(token);
      default:
        return this.#textPart(token as Extract<Token, { readonly kind: 'text' }>);
    }
  }

  #group(open: Token): Query | null {
    const inside = this.#at;
    if (this.#depth === maxQueryDepth) return this.#skipGroup(open);
    this.#depth += 1;
    const query = this.#any();
    this.#depth -= 1;
    const close = this.#tokens[this.#at];
    if (close === undefined) this.#reportAt('bracket_unclosed', open);
    else if (this.#at === inside) this.#report('bracket_empty', open.from, close.to);
    this.#at += 1;
    return query;
  }

  /** Leaves out a bracket that is too deep, with everything in it. */
  #skipGroup(open: Token): null {
    let depth = 1;
    while (depth > 0 && this.#at < this.#tokens.length) {
      const { kind } = this.#tokens[this.#at] as Token;
      if (kind === 'open') depth += 1;
      if (kind === 'close') depth -= 1;
      this.#at += 1;
    }
    this.#report('too_deep', open.from, this.#tokens[this.#at - 1]?.to ?? open.to);
    return null;
  }

  #textPart(token: Extract<Token, { readonly kind: 'text' }>): Query | null {
    if (!token.isClosed) this.#reportAt('quote_unclosed', token);
    const query = textOf(token.text);
    if (query === null) this.#reportAt('text_empty', token);
    return query;
  }

  #condition(token: ConditionToken): Query | null {
    const { key, isClosed } = token;
    if (!isClosed) this.#reportAt('quote_unclosed', token);
    const reading = foldQuery(token.text) === '' ? 'value_missing' : this.#conditionOf(token);
    if (typeof reading !== 'string') return reading;
    this.#report(reading, token.from, token.to, key);
    return null;
  }

  #conditionOf({ key, text, isQuoted }: ConditionToken): Reading {
    const word = keywordOf(text);
    const keyword = isQuoted ? null : word;
    switch (key) {
      case 'type':
        return isOneOf(itemTypes)(word) ? { kind: 'type', type: word } : 'value_unknown';
      case 'is':
        return isOneOf(states)(word) ? { kind: 'is', state: word } : 'value_unknown';
      case 'label':
        return { kind: 'label', label: keyword === 'none' ? null : text };
      case 'priority':
        if (word === 'none') return { kind: 'priority', priority: null };
        return isOneOf(priorities)(word) ? { kind: 'priority', priority: word } : 'value_unknown';
      case 'assigned':
        if (keyword === 'none') return { kind: 'assigned', to: null };
        if (keyword === 'me') return { kind: 'assigned', to: 'me' };
        return { kind: 'assigned', to: { name: text, id: this.#nextId(isPersonId) } };
      case 'in':
        return { kind: 'in', place: { name: text, id: this.#nextId(isPlaceId) } };
      case 'has':
      case 'no':
        if (!isOneOf(ownedFields)(word)) return 'value_unknown';
        return { kind: 'has', field: word, isThere: key === 'has' };
      default:
        return dayCondition(key, word);
    }
  }

  #nextId<T extends NameId>(is: (id: NameId) => id is T): T | null {
    const id = this.#ids[this.#names] ?? null;
    this.#names += 1;
    return is(id) ? id : null;
  }

  #reportAt(code: QueryErrorCode, token: Token): void {
    this.#report(code, token.from, token.to, token.kind === 'condition' ? token.key : null);
  }

  #report(code: QueryErrorCode, from: number, to: number, key: QueryError['key'] = null): void {
    this.#errors.push({ code, from, to, key });
  }
}

function dayCondition(
  key: Extract<Condition, { readonly kind: 'day' }>['key'],
  word: string,
): Reading {
  const mayLack = key === 'due' || key === 'completed';
  if (word === 'none') {
    return mayLack ? { kind: 'day', key, operator: 'on', span: null } : 'value_unknown';
  }
  const operator = dayOperators.find((one) => word.startsWith(one)) ?? 'on';
  const span = operator === 'on' ? word : word.slice(operator.length);
  return isSpan(span) ? { kind: 'day', key, operator, span } : 'not_a_day';
}

function textOf(text: string): Query | null {
  return foldQuery(text) === '' ? null : { kind: 'text', text: cleanText(text) };
}

function joined(kind: 'and' | 'or', parts: readonly (Query | null)[]): Query | null {
  const [first, ...others] = parts.filter((part) => part !== null);
  if (first === undefined) return null;
  return others.length === 0 ? first : { kind, parts: [first, ...others] };
}

function isPersonId(id: NameId): id is number {
  return typeof id === 'number';
}

function isPlaceId(id: NameId): id is string {
  return typeof id === 'string';
}
