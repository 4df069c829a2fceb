import { unexpectedDetail } from '@foray/sync';

/** The app shows the user an error that its code does not expect; here it is a defect. */
export function failIfUnexpected(
  { detail }: { readonly detail: string },
  fail: (error: unknown) => void,
): void {
  if (detail.startsWith(unexpectedDetail)) fail(new Error(detail));
}
