import type { Chance } from './chance.ts';
import { hostileTexts, rawNumbers, unstorableTexts } from './samples.ts';

/** A text unchanged, and any other value as JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Only characters that a header can carry; others are left out. */
export function headerText(value: unknown): string {
  return plainText(value)
    .replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '')
    .slice(0, 3_000);
}

/** Percent-encoded; a lone surrogate becomes invalid UTF-8. */
export function encoded(text: string): string {
  return text
    .split(/([\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff])/)
    .map((part) => (/^[\ud800-\udfff]$/.test(part) ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('')
    .slice(0, 6_000);
}

/** The text of a body with a field twice, a prototype, an odd number or its end missing. */
export function spoiltText(text: string, chance: Chance): string {
  const proto = '{"__proto__":{"type":"campaign","title":"proto"},';
  return chance.pick([
    text.replace('{', proto),
    text.replace(/"(\w+)":/, '"$1":null,"$1":'),
    text.replace(/:\d+/, `:${chance.pick(rawNumbers)}`),
    text.replace(
      /":"[^"]*"/,
      `":${JSON.stringify(chance.pick([...hostileTexts, ...unstorableTexts]))}`,
    ),
    text.slice(0, -1),
    `${text}\u0000`,
  ]);
}
