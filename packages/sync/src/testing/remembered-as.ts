import type { Person } from '@foray/domain';
import { after } from '../account/account-transitions.ts';
import { nobodyRemembered, type RememberedAccount } from '../store/remembered-account.ts';

/** A browser's memory after the first sign-in there. */
export function rememberedAs(user: Person): RememberedAccount {
  return after({ kind: 'signedIn', user })(nobodyRemembered);
}
