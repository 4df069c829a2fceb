import { z } from 'zod';

/** Used in place of a code that was sent to the number of the account. */
export const recoveryCode = z.string().max(64).meta({
  description: 'A recovery code, as it was shown; case, spaces and hyphens do not count',
});

/** How many unused recovery codes an account has. */
export const recoveryCodesLeft = z
  .object({ left: z.int().nonnegative() })
  .meta({ id: 'RecoveryCodesLeft' });
export type RecoveryCodesLeft = z.infer<typeof recoveryCodesLeft>;

/** New recovery codes, which nothing returns again. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Set in requests after which a person may not want other devices to stay signed in. */
export const endOtherSessions = z.boolean().default(true).meta({
  description:
    "Whether the caller's other sessions also end, with their push subscriptions; absent: they end",
});

/** POST /api/recovery-codes: a code that was just sent to the caller's number. */
export const recoveryCodesBody = z
  .object({ code: z.string().max(20).optional(), end_other_sessions: endOtherSessions })
  .meta({ id: 'MakeRecoveryCodes' });
export type MakeRecoveryCodes = z.infer<typeof recoveryCodesBody>;
