import { validateName } from '@foray/domain';
import { z } from 'zod';
import { person } from '../people/people.ts';
import { invitationToken, signInAttempt } from './invitations.ts';
import { endOtherSessions, recoveryCode } from './recovery-codes.ts';
import { textBy, timestamp } from '../wire/scalar.ts';

/**
 * How this server identifies people: by phone and name alone, or by a code that it sends to the phone
 * (product.md, "Signing in").
 */
export const authMode = z.enum(['open', 'code']).meta({ id: 'AuthMode' });
export type AuthMode = z.infer<typeof authMode>;

/**
 * The signed-in user with their phone, and with data by which their devices recognise them after a change of
 * number.
 */
export const ownPerson = z
  .object({
    ...person.shape,
    former_phones: z.array(z.string()).readonly().optional().meta({
      description: 'Earlier numbers of the account; absent if there are none',
    }),
    taken_over: z.boolean().optional().meta({
      description:
        'Somebody else had this number before and now has an account with another number',
    }),
  })
  .meta({ id: 'OwnPerson' });
export type OwnPerson = z.infer<typeof ownPerson>;

/** The response of sign-in and of the session check: the signed-in user with their phone. */
export const userAnswer = z.object({ user: ownPerson }).meta({ id: 'UserAnswer' });
export type UserAnswer = z.infer<typeof userAnswer>;

/** A signed-in browser, as "Your devices" lists it. */
export const sessionInfo = z
  .object({
    id: z.int(),
    device: z.string().meta({ description: 'Browser and system, as people read it; may be empty' }),
    created_at: timestamp,
    last_seen_at: timestamp,
    current: z.boolean().meta({ description: 'True for the session of this request' }),
  })
  .meta({ id: 'Session' });
export type SessionInfo = z.infer<typeof sessionInfo>;

/** All sessions of the signed-in user. */
export const sessionsAnswer = z
  .object({
    data: z.array(sessionInfo),
    operator: z.boolean().optional().meta({
      description: 'True if the user is an operator, who can invite people',
    }),
  })
  .meta({ id: 'Sessions' });
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;

/** A phone number as typed. The server converts it to E.164 or refuses it, naming `phone`. */
const typedPhone = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ examples: ['+4915112345678'] });

const personName = textBy(validateName).meta({
  description: '1 to 100 characters after trimming',
});

/** The choice at the first verification of an account's phone: whether its data stays (decision 0035). */
export const accountStart = z.enum(['keep', 'empty']).meta({ id: 'AccountStart' });
export type AccountStart = z.infer<typeof accountStart>;

/**
 * POST /api/login. A server that sends codes needs the code, or a recovery code (product.md, "Signing in").
 * `start` is set when the same request is repeated after a `start_unclear`, with the same code.
 */
export const loginBody = z
  .object({
    phone: typedPhone,
    name: personName,
    code: z.string().max(20).optional(),
    recovery_code: recoveryCode.optional(),
    invitation: invitationToken.optional().meta({
      description:
        'The token of an invitation, in place of a code; phone is that of the invitation',
    }),
    attempt: signInAttempt.optional(),
    start: accountStart.optional(),
  })
  .meta({ id: 'Login' });
export type LoginBody = z.infer<typeof loginBody>;

/** The solution of the challenge in a `proof_required` (see `proofText`). */
export const loginProof = z
  .object({ challenge: z.string().max(200), solution: z.int().nonnegative() })
  .meta({ id: 'LoginProof' });
export type LoginProof = z.infer<typeof loginProof>;

/**
 * The purpose of a code, which is accepted only for that purpose. All purposes but `sign_in` need a session.
 * A code for `new_number` is sent to the account's future number, the others to its current one.
 */
export const codePurpose = z
  .enum([
    'sign_in',
    'delete_account',
    'end_sessions',
    'export',
    'change_number',
    'new_number',
    'recovery_codes',
  ])
  .meta({ id: 'CodePurpose' });
export type CodePurpose = z.infer<typeof codePurpose>;

/** POST /api/login/code. */
export const loginCodeBody = z
  .object({
    phone: typedPhone,
    purpose: codePurpose.optional().meta({
      description:
        'If absent: sign_in, or in a session any purpose, as for clients older than this field',
    }),
    proof: loginProof.optional().meta({ description: 'The answer to an earlier proof_required' }),
  })
  .meta({ id: 'LoginCode' });
export type LoginCodeBody = z.infer<typeof loginCodeBody>;

/**
 * DELETE /api/me, DELETE /api/sessions and POST /api/me/export. If the server sends codes: a fresh code for
 * the caller's number, or a recovery code.
 */
export const confirmBody = z
  .object({ code: z.string().max(20).optional(), recovery_code: recoveryCode.optional() })
  .meta({ id: 'Confirmation' });
export type Confirmation = z.infer<typeof confirmBody>;

/**
 * POST /api/me/phone. If the server sends codes: a fresh code for the current number or a recovery code, and
 * a fresh code for the new number.
 */
export const numberBody = z
  .object({
    phone: typedPhone,
    code: z.string().max(20).optional(),
    recovery_code: recoveryCode.optional(),
    new_code: z.string().max(20).optional(),
    end_other_sessions: endOtherSessions,
  })
  .meta({ id: 'ChangeOfNumber' });
export type ChangeOfNumber = z.infer<typeof numberBody>;

/** PATCH /api/me. */
export const profileBody = z.object({ name: personName }).meta({ id: 'Profile' });

/** The response to a successful request that returns nothing. */
export const okAnswer = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });
