import type { AuthMode, CodePurpose } from '@foray/contract';
import { err, ok, type Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { PendingAccount } from '../accounts/pending-accounts.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import { signInFailureOf, type SignInFailure } from '../state/sign-in-failure.ts';

/** Signing in and out, and what other accounts have left on this device. */
export function sessionActions(
  accounts: AccountManager,
  ports: Pick<ClientPorts, 'requestCode' | 'transport'>,
) {
  return {
    signIn: accounts.signIn,
    /** Asks the server to send a code for a purpose to the phone; `signal` aborts the call. */
    async requestCode(
      phone: string,
      purpose: CodePurpose,
      signal: CancelSignal,
    ): Promise<Result<void, SignInFailure>> {
      const reply = await ports.requestCode(phone, purpose, signal);
      return reply.kind === 'answer' ? ok(undefined) : err(signInFailureOf(reply));
    },
    /** How this server identifies people; null if it does not respond. */
    async authMode(): Promise<AuthMode | null> {
      const reply = await ports.transport.config();
      return reply.kind === 'answer' ? reply.body.auth : null;
    },
    /** Signs out at once, with or without a network; `discardUnsent` erases unsent changes. */
    signOut: (options?: { readonly discardUnsent?: boolean }): Promise<void> =>
      accounts.signOut(options?.discardUnsent ?? false),
    /** The number of changes that the server does not have yet. */
    unsentCount: () => accounts.unsentCount(),
    /** The number of unsent changes of other users of this browser. */
    unsentOfOthers: () => accounts.unsentOfOthers(),
    /** Erases the rest of a former account; false if it is still there, or differs from what was shown. */
    discardFormer: (shown: PendingAccount): Promise<boolean> => accounts.former.discard(shown),
  };
}
