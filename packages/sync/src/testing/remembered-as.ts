import type { Person } from '@foray/domain';
import { transitionOf } from '../account/account-transitions.ts';
import { nobodyRemembered, type RememberedAccount } from '../store/remembered-account.ts';

/** A browser's memory after the first sign-in there. */
export function rememberedAs(user: Person): RememberedAccount {
  return transitionOf({ kind: 'signedIn', user })(nobodyRemembered);
}
