import { validateName } from '@foray/domain';
import { z } from 'zod';
import { textBy, timestamp } from '../wire/scalar.ts';

/** The token of an invitation: 128 random bits, in the fragment of its link. */
export const invitationToken = z
  .string()
  .regex(/^[\w-]{22}$/)
  .meta({ description: 'The token of an invitation, from the fragment of its link' });

/** The name that a browser gives to its sign-in by an invitation until the answer arrives. */
export const signInAttempt = z.uuid().meta({
  description:
    'A random name of the sign-in by an invitation. Within an hour, and until the sessions of the account are ended, the sign-in can be repeated under the same name, if its answer was lost',
});

/** POST /api/invitation: reads an invitation by its token, which is in no path. */
export const invitationBody = z
  .object({ token: invitationToken, attempt: signInAttempt.optional() })
  .meta({ id: 'ReadInvitation' });

/** The person whom an invitation is for, as the operator wrote it. */
export const invitedPerson = z
  .object({ name: z.string(), phone: z.string() })
  .meta({ id: 'InvitedPerson' });

/** Why an invitation does not count, as `fields` of `invalid_code` says it. */
export type InvitationEnd = 'used' | 'expired' | 'revoked' | 'unknown';

/** An invitation, as the operator sees it; nothing returns its token again. */
export const invitation = z
  .object({
    ...invitedPerson.shape,
    id: z.int(),
    made_at: timestamp,
    expires_at: timestamp,
    used_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

/** A page of the invitations of the server, newest first. */
export const invitationsAnswer = z
  .object({
    data: z.array(invitation),
    next: z.int().nullish().meta({
      description: 'The `before` of the next page; null or absent at the end',
    }),
  })
  .meta({ id: 'Invitations' });

/** The most invitations of one request. */
const mostInvitations = 200;

/** POST /api/invitations. */
export const invitationsBody = z
  .object({
    people: z
      .array(
        z.object({
          phone: z.string().trim().min(1).max(64),
          name: textBy(validateName),
        }),
      )
      .min(1)
      .max(mostInvitations),
  })
  .meta({ id: 'MakeInvitations' });

/** New invitations, each with its token, in the order of the request. */
export const madeInvitations = z
  .object({ data: z.array(invitation.extend({ token: z.string() })) })
  .meta({ id: 'MadeInvitations' });
