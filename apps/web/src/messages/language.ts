/** The languages of Foray's texts. The first is the fallback for people whose own language is missing. */
const languages = ['en'] as const;

/** A language of the texts, by its ISO 639 code. */
export type Language = (typeof languages)[number];

/** The language of this page, in which its texts and counts are written. */
export const language = languageOf(globalThis.navigator?.languages ?? [], languages);

/**
 * The first of the `known` languages that a person reads; in `tags` (BCP 47) the preferred one comes first.
 */
export function languageOf<L extends string>(
  tags: readonly string[],
  known: readonly [L, ...(readonly L[])],
): L {
  for (const tag of tags) {
    const code = tag.split('-', 1)[0]?.toLowerCase();
    const own = known.find((one) => one === code);
    if (own !== undefined) return own;
  }
  return known[0];
}
