import { err, ok, type Result } from '@foray/domain';
import type { DeviceRouteId, RouteAnswer, RouteInput } from '@foray/contract';
import type { CancelSignal } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import { isSamePerson } from '@foray/sync';
import type { CallServer } from '../state/client-ports.ts';
import { personOf } from '../state/client-state.ts';

/**
 * Why a query has no answer from the server, as a code for the log: 'guest', 'no_answer', 'garbled', or the
 * code of the refusal.
 */
export interface ServerFailure {
  readonly code: string;
}

/**
 * Queries the server on behalf of the signed-in user; a guest makes no call. A 401 or a session of another
 * user also ends the session here, and is passed on. A response that arrives after another user has signed
 * in is not returned (invariant I5).
 */
export function serverAsker(accounts: AccountManager, callServer: CallServer) {
  return async <Id extends DeviceRouteId>(
    id: Id,
    input: RouteInput<Id>,
    signal: CancelSignal | undefined,
  ): Promise<Result<RouteAnswer<Id>, ServerFailure>> => {
    const asker = personOf(accounts.session.get());
    if (asker === null) return err({ code: 'guest' });
    const context = { actor: asker.id, epoch: null, positions: [], timeoutMs: null, signal };
    const reply = await callServer(id, { ...input, context });
    if (!isSamePerson(personOf(accounts.session.get()), asker)) return err({ code: 'guest' });
    switch (reply.kind) {
      case 'answer':
        return ok(reply.body);
      case 'refusal':
        if (reply.status === 401) await accounts.endSession('ended');
        if (reply.error?.code === 'wrong_actor') await accounts.endSession('replaced');
        return err({ code: reply.error?.code ?? `http_${reply.status}` });
      case 'garbled':
        return err({ code: 'garbled' });
      case 'noAnswer':
        return err({ code: 'no_answer' });
    }
  };
}

/** Queries the server as {@link serverAsker} does. */
export type ServerAsker = ReturnType<typeof serverAsker>;
