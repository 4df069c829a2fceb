import { isInteger, isListOf, isShape, isText } from '@foray/domain';
import type { BlockedAnswer, BlockedPerson } from '../people/blocks.ts';
import { isMutual } from './guards.ts';
import type { ContactsSyncAnswer, MutualsAnswer } from '../people/people.ts';

/*
 * The checks, as in `guards.ts`, of responses that only the Contacts screen requests: the first load does not
 * need them.
 */

/** Whether this is the response to an import of contacts. */
export const isContactsSyncAnswer = isShape<ContactsSyncAnswer>({
  count: isInteger,
  invalid: isListOf(isText),
  beyond: isListOf(isText),
});

/** Whether this is the list of mutual contacts. */
export const isMutualsAnswer = isShape<MutualsAnswer>({ mutuals: isListOf(isMutual) });

/** Whether this is the list of blocked people. */
export const isBlockedAnswer = isShape<BlockedAnswer>({
  blocked: isListOf(isShape<BlockedPerson>({ id: isInteger, name: isText, blocked_at: isText })),
});
