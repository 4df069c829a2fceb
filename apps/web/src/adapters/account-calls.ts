import { isSessionsAnswer, isTrashList, isUserAnswer } from '@foray/contract';
import type { PushKeyAnswer, PushSubscriptionBody } from '@foray/contract';
import type { CallContext } from '@foray/sync';
import { isAnything } from './http-calls.ts';
import { pageCalls } from './page-calls.ts';

/** Deletes of one page of the trash: more than most people have in 30 days. */
const trashPage = 100;

/** One's own account on the server, over fetch (product.md, "Signing in"). */
export const accountCalls = {
  rename: (name: string, context: CallContext) =>
    pageCalls.change({
      method: 'PATCH',
      path: '/api/me',
      body: { name },
      context,
      isExpected: isUserAnswer,
    }),
  listSessions: (context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: '/api/sessions',
      context,
      isExpected: isSessionsAnswer,
    }),
  endSession: (id: number, context: CallContext) => remove(`/api/sessions/${id}`, context),
  endAllSessions: (context: CallContext) => remove('/api/sessions', context),
  deleteAccount: (context: CallContext) => remove('/api/me', context),
  pushKey: (context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: '/api/push',
      context,
      isExpected: isPushKey,
    }),
  startPush: (body: PushSubscriptionBody, context: CallContext) =>
    pageCalls.change({
      method: 'POST',
      path: '/api/push',
      body,
      context,
      isExpected: isAnything,
    }),
  endPush: (endpoint: string, context: CallContext) => remove('/api/push', context, { endpoint }),
  listTrash: (before: string | null, context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: `/api/trash?limit=${trashPage}${before === null ? '' : `&before=${before}`}`,
      context,
      isExpected: isTrashList,
    }),
};

function remove(path: string, context: CallContext, body?: unknown) {
  return pageCalls.change({
    method: 'DELETE',
    path,
    ...(body === undefined ? {} : { body }),
    context,
    isExpected: isAnything,
  });
}

function isPushKey(body: unknown): body is PushKeyAnswer {
  return typeof (body as Partial<PushKeyAnswer> | null)?.key === 'string';
}
