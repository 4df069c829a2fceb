/** What is written from right to left: Hebrew to Arabic Extended, their forms, the later scripts, and the mark. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolates = /[\u2066-\u2069]/g;

/** A text that does not turn what is around it in a sentence: in isolates where it has another direction. */
export function isolated(text: string): string {
  const plain = text.replace(isolates, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The same texts, in which whatever is put into a text is isolated. */
export function withIsolation<T>(texts: T): T {
  if (typeof texts === 'function') {
    const make = texts as unknown as (...parts: unknown[]) => unknown;
    const isolating = (...parts: unknown[]) =>
      make(...parts.map((part) => (typeof part === 'string' ? isolated(part) : part)));
    return isolating as T;
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  const entries = Object.entries(texts).map(([key, text]) => [key, withIsolation(text)] as const);
  return (
    Array.isArray(texts) ? entries.map(([, text]) => text) : Object.fromEntries(entries)
  ) as T;
}
