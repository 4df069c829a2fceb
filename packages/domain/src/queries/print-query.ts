import type { Condition, DayOperator, NameId, PersonName, PlaceName, Query } from './query.ts';
import { parseQuery } from './parse-query.ts';
import { tokensOf } from './query-tokens.ts';

/** The text of a query, and the ids of the people and items that it names, in their order. */
export interface PrintedQuery {
  readonly text: string;
  readonly ids: readonly NameId[];
}

/** The current name of something that a query names; undefined if it is gone. */
export type NameOf = (name: PersonName | PlaceName) => string | undefined;

/** A value that needs no quotes. */
const bareValue = /^[\p{Letter}\p{Number}][\p{Letter}\p{Mark}\p{Number}_.-]*$/u;
const keywords = new Set(['me', 'none']);

/**
 * Writes a query in its one form, which `parseQuery` reads as an equal query. A name with a known id is
 * written as it is now.
 */
export function printQuery(query: Query | null, nameOf: NameOf = () => undefined): PrintedQuery {
  if (query === null) return { text: '', ids: [] };
  const printer = new Printer(nameOf);
  return { text: printer.whole(query), ids: printer.ids };
}

class Printer {
  readonly ids: NameId[] = [];
  readonly #nameOf: NameOf;

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  whole(query: Query): string {
    if (query.kind === 'text') return isTyped(query.text) ? query.text : quoted(query.text);
    // Words alone would be one text.
    const isWords = query.kind === 'and' && query.parts.every(({ kind }) => kind === 'text');
    if (!isWords) return this.#part(query, 0);
    const [first, ...others] = query.parts;
    return [quoted(textOf(first)), ...others.map((part) => this.#part(part, 1))].join(' ');
  }

  /** `binding`: 0 where `or` may stand without brackets, 1 among parts side by side, 2 after a minus. */
  #part(query: Query, binding: 0 | 1 | 2): string {
    switch (query.kind) {
      case 'text':
        return isBareWord(query.text, binding === 2) ? query.text : quoted(query.text);
      case 'not':
        return binding === 2 ? `(${this.#part(query, 0)})` : `-${this.#part(query.part, 2)}`;
      case 'and':
      case 'or':
        return this.#parts(query, binding);
      default:
        return this.#condition(query);
    }
  }

  #parts({ kind, parts }: Extract<Query, { readonly parts: unknown }>, binding: 0 | 1 | 2): string {
    const isOr = kind === 'or';
    const text = parts
      .map((part) => {
        const isNested = part.kind === kind || part.kind === 'or';
        const printed = this.#part(part, isNested ? 0 : 1);
        return isNested ? `(${printed})` : printed;
      })
      .join(isOr ? ' or ' : ' ');
    return binding === 2 ? `(${text})` : text;
  }

  #condition(condition: Condition): string {
    switch (condition.kind) {
      case 'type':
        return `type:${condition.type}`;
      case 'is':
        return `is:${condition.state}`;
      case 'day':
        return `${condition.key}:${operatorText(condition.operator)}${condition.span ?? 'none'}`;
      case 'label':
        return `label:${condition.label === null ? 'none' : valueText(condition.label)}`;
      case 'priority':
        return `priority:${condition.priority ?? 'none'}`;
      case 'assigned':
        if (condition.to === null) return 'assigned:none';
        return `assigned:${condition.to === 'me' ? 'me' : this.#name(condition.to)}`;
      case 'in':
        return `in:${this.#name(condition.place)}`;
      case 'has':
        return `${condition.isThere ? 'has' : 'no'}:${condition.field}`;
    }
  }

  #name(named: PersonName | PlaceName): string {
    this.ids.push(named.id);
    return valueText((named.id === null ? undefined : this.#nameOf(named)) ?? named.name);
  }
}

function operatorText(operator: DayOperator): string {
  return operator === 'on' ? '' : operator;
}

function valueText(text: string): string {
  return bareValue.test(text) && !keywords.has(text.toLowerCase()) ? text : quoted(text);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Whether a text without quotes is read as just this text. */
function isTyped(text: string): boolean {
  const { query, errors } = parseQuery(text);
  return errors.length === 0 && query?.kind === 'text' && query.text === text;
}

/** Whether a word without quotes, among other parts, is read as just this word. */
function isBareWord(text: string, isAfterMinus: boolean): boolean {
  if (/[()]/.test(text) || (isAfterMinus && text.startsWith('-'))) return false;
  const [token, other] = tokensOf(text);
  return other === undefined && token?.kind === 'text' && !token.isQuoted && token.text === text;
}

function textOf(query: Query | undefined): string {
  return query?.kind === 'text' ? query.text : '';
}
