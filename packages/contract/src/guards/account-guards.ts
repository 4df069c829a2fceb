import { isShape, isText } from '@foray/domain';
import type { AccountExport } from '../account/account-export.ts';
import type { PushKeyAnswer } from '../people/push.ts';

/**
 * Whether this is an export of an account. People read it, so it only has to be complete and of this format.
 */
export function isAccountExport(body: unknown): body is AccountExport {
  return (body as Partial<AccountExport> | null)?.format === 'foray-account';
}

/** Whether this is the key of push messages. */
export const isPushKeyAnswer = isShape<PushKeyAnswer>({ key: isText });

/** Whether this is the response to a request that returns nothing else. */
export const isOkAnswer = isShape<{ readonly ok: true }>({ ok: (value) => value === true });
