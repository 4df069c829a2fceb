import { visibleText } from '../values/text.ts';

/** One line of a CSV file: its visible fields, trimmed and without quotes, and where the next line begins. */
export interface CsvRecord {
  readonly fields: readonly string[];
  readonly next: number;
}

/**
 * Reads lines of fields. Each of `separators` separates; quoted fields may contain separators and line
 * breaks; CRLF, CR and LF end a line. Quotes that never close are only stripped.
 */
export class CsvReader {
  readonly #text: string;
  readonly #separators: string;
  readonly #end: RegExp;

  constructor(text: string, separators: string) {
    this.#text = text;
    this.#separators = separators;
    this.#end = new RegExp(`[${separators.replace(/[\\\]^-]/g, '\\$&')}\\r\\n]`, 'g');
  }

  /** The lines from `from` on; those without any text are left out. */
  *records(from: number): Generator<CsvRecord & { readonly at: number }> {
    let at = from;
    while (at <= this.#text.length) {
      const record = this.recordAt(at);
      if (record.fields.some((field) => field !== '')) yield { ...record, at };
      at = record.next;
    }
  }

  /** The line that begins at `from`. */
  recordAt(from: number): CsvRecord {
    const text = this.#text;
    const fields: string[] = [];
    let at = from;
    while (true) {
      const close = text[at] === '"' ? closingQuote(text, at) : -1;
      const quoted = close === -1 ? '' : text.slice(at + 1, close).replaceAll('""', '"');
      const rest = close === -1 ? at : close + 1;
      this.#end.lastIndex = rest;
      const end = this.#end.exec(text)?.index ?? text.length;
      fields.push(visibleText(quoted + text.slice(rest, end).replaceAll('"', '')));
      at = end + 1;
      if (end === text.length || !this.#separators.includes(text.charAt(end)))
        return { fields, next: at };
    }
  }
}

/** The place at which the field that opens at `start` is closed, or -1 if it never is. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return -1;
}
