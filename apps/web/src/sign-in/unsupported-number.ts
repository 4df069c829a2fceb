import { lazyMessages } from '../messages/lazy-messages.ts';

const { login } = lazyMessages;

/** The sentence for a number to which the server sends no codes; null for every other failure. */
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
