/**
 * Hebrew to Arabic Extended, the right-to-left mark, and the presentation forms of both; later scripts by
 * their surrogates.
 */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufefc\ud802-\ud803\ud83a-\ud83b]/;
const isolates = /[\u2066-\u2069]/g;

/**
 * A text that does not change the direction of the sentence around it: in isolates if its direction
 * differs.
 */
export function isolated(text: string): string {
  const plain = text.replace(isolates, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The same texts, in which every inserted value is isolated. */
export function withIsolation<T>(texts: T): T {
  if (typeof texts === 'function') {
    return ((...parts: unknown[]) =>
      texts(...parts.map((part) => (typeof part === 'string' ? isolated(part) : part)))) as T;
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  const isolating: T = Array.isArray(texts) ? ([] as T) : ({} as T);
  for (const key in texts) isolating[key] = withIsolation(texts[key]);
  return isolating;
}
