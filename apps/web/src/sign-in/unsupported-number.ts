import { lazyMessages } from '../messages/lazy-messages.ts';

const { login } = lazyMessages;

/** The sentence for a number that the server sends no codes to; null for every other failure. */
export function unsupportedNumberText({
  code,
  fields = {},
}: {
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}): string | null {
  if (code !== 'number_unsupported') return null;
  return fields['phone'] === 'country' ? login.numberCountry : login.numberKind;
}
