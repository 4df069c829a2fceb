import { isShape, isText, isInteger, isListOf, isFlag } from '@foray/domain';
import type { AccountExport } from '../account/account-export.ts';
import type { PushKeyAnswer } from '../people/push.ts';
import type { RecoveryCodes, RecoveryCodesLeft } from '../account/recovery-codes.ts';
import type { SecurityEvent, SecurityEventsPage } from '../account/security-events.ts';

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

/** Whether this is the number of unused recovery codes. */
export const isRecoveryCodesLeft = isShape<RecoveryCodesLeft>({ left: isInteger });

/** Whether these are new recovery codes. */
export const isRecoveryCodes = isShape<RecoveryCodes>({ codes: isListOf(isText) });

/** Whether this is a page of the user's security events. */
export const isSecurityEventsPage = isShape<SecurityEventsPage>({
  data: isListOf(
    isShape<SecurityEvent>({
      id: isInteger,
      // The app shows a kind that a later server adds as unknown.
      kind: isText,
      device: isText,
      current: isFlag,
      count: isInteger,
      first_at: isText,
      last_at: isText,
    }),
  ),
  next: (value) => value === null || isInteger(value),
});
