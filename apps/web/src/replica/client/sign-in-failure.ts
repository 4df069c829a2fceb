import type { Person, Result } from '@foray/domain';
import type { CancelSignal, LoginCredentials, Reply } from '@foray/sync';

/** Why a sign-in did not happen. */
export type SignInFailure =
  | { readonly kind: 'noAnswer' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Tells who signed in, or why nobody did; `signal` gives up the call. */
export type SignIn = (
  credentials: LoginCredentials,
  signal?: CancelSignal,
) => Promise<Result<Person, SignInFailure>>;

/** What a reply that is no answer means to somebody signing in; a strange one counts as none. */
export function signInFailureOf(
  reply: Exclude<Reply<unknown>, { readonly kind: 'answer' }>,
): SignInFailure {
  if (reply.kind !== 'refusal' || reply.error === null) return { kind: 'noAnswer' };
  return { kind: 'refused', code: reply.error.code, fields: reply.error.fields ?? {} };
}
