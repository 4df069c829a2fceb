import { isSessionsAnswer, isTrashList, isUserAnswer } from '@foray/contract';
import type { CallContext } from '@foray/sync';
import { call, change } from './http-transport.ts';

/** One's own account on the server, over fetch (product.md, "Signing in"). */
export const accountCalls = {
  rename: (name: string, context: CallContext) =>
    change({
      method: 'PATCH',
      path: '/api/me',
      body: { name },
      context,
      timeoutMs: context.timeoutMs,
      isExpected: isUserAnswer,
    }),
  listSessions: (context: CallContext) =>
    call({
      method: 'GET',
      path: '/api/sessions',
      context,
      timeoutMs: context.timeoutMs,
      isExpected: isSessionsAnswer,
    }),
  endSession: (id: number, context: CallContext) => remove(`/api/sessions/${id}`, context),
  endAllSessions: (context: CallContext) => remove('/api/sessions', context),
  deleteAccount: (context: CallContext) => remove('/api/me', context),
  listTrash: (context: CallContext) =>
    call({
      method: 'GET',
      path: '/api/trash',
      context,
      timeoutMs: context.timeoutMs,
      isExpected: isTrashList,
    }),
};

function remove(path: string, context: CallContext) {
  return change({
    method: 'DELETE',
    path,
    context,
    timeoutMs: context.timeoutMs,
    isExpected: (body: unknown): body is unknown => body !== undefined,
  });
}
