import type { Person, Result } from '@foray/domain';
import type { CancelSignal, LoginCredentials, Reply } from '@foray/sync';

/** The reason why a sign-in failed. */
export type SignInFailure =
  | { readonly kind: 'noAnswer' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Returns the signed-in user or the failure; `signal` aborts the call. */
export type SignInAction = (
  credentials: LoginCredentials,
  signal?: CancelSignal,
) => Promise<Result<Person, SignInFailure>>;

/** The failure for a reply without a proper response; an unexpected one counts as a missing response. */
export function signInFailureOf(
  reply: Exclude<Reply<unknown>, { readonly kind: 'answer' }>,
): SignInFailure {
  if (reply.kind !== 'refusal' || reply.error === null) return { kind: 'noAnswer' };
  return { kind: 'refused', code: reply.error.code, fields: reply.error.fields ?? {} };
}
