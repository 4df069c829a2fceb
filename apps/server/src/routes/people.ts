import type { Handlers } from '../http/bind.ts';
import { refuse } from '../http/errors.ts';

type Operation = 'syncContacts' | 'listMutuals' | 'readNotifications' | 'startPush' | 'endPush';

/**
 * Contacts, notifications and push messages: the contract names them, this server does not offer them
 * yet. `unavailable` is no verdict, so a device that asks keeps what it has to say.
 */
export function peopleHandlers(): Handlers<Operation> {
  const notYet = () => Promise.resolve(refuse('unavailable', { retryAfterSeconds: 3600 }));
  return {
    syncContacts: notYet,
    listMutuals: notYet,
    readNotifications: notYet,
    startPush: notYet,
    endPush: notYet,
  };
}
