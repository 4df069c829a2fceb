import {
  isActivityPage,
  isBlockedAnswer,
  isContactsSyncAnswer,
  isMutualsAnswer,
  isRecoveryCodes,
  isRecoveryCodesLeft,
  isSecurityEventsPage,
  isSessionsAnswer,
  isTrashList,
  isUserAnswer,
  isWireItems,
} from '@foray/contract';
import type {
  AccountExport,
  ChangeOfNumber,
  CodePurpose,
  Confirmation,
  MakeRecoveryCodes,
  LoginProof,
  PushKeyAnswer,
  PushSubscriptionBody,
  BlockBody,
  ReportBody,
} from '@foray/contract';
import type { CallContext, CancelSignal, Reply } from '@foray/sync';
import { isAnything } from './http-calls.ts';
import { pageCalls } from './page-calls.ts';
import { solveChallenge } from './proof-of-work.ts';

/** Deletes on one page of the trash: more than most people have in 30 days. */
const trashPage = 100;

/** The calls for data that only the server has, over fetch. */
export const serverCalls = {
  listActivity(campaignUuid: string, page: number, context: CallContext) {
    const path = `/api/campaigns/${campaignUuid}/activity?page=${page}`;
    return pageCalls.get(path, isActivityPage, { context });
  },
  listItemActivity(uuid: string, page: number, context: CallContext) {
    return pageCalls.get(`/api/items/${uuid}/activity?page=${page}`, isActivityPage, { context });
  },
  searchItems(query: string, context: CallContext) {
    const path = `/api/items/search?q=${encodeURIComponent(query)}`;
    return pageCalls.get(path, isWireItems, { context });
  },
  importContacts(phones: readonly string[], context: CallContext) {
    const body = { contacts: phones };
    return pageCalls.change('POST', '/api/contacts/sync', isContactsSyncAnswer, { body, context });
  },
  listMutuals: (context: CallContext) =>
    pageCalls.get('/api/contacts/mutuals', isMutualsAnswer, { context }),
  listBlocked: (context: CallContext) =>
    pageCalls.get('/api/contacts/blocked', isBlockedAnswer, { context }),
  removeContact: (id: number, context: CallContext) => remove(`/api/contacts/${id}`, context),
  blockContact: (id: number, body: BlockBody, context: CallContext) =>
    pageCalls.change('POST', `/api/contacts/${id}/block`, isAnything, { body, context }),
  unblockContact: (id: number, context: CallContext) =>
    remove(`/api/contacts/${id}/block`, context),
  reportContact: (id: number, body: ReportBody, context: CallContext) =>
    pageCalls.change('POST', `/api/contacts/${id}/report`, isAnything, { body, context }),
  listTrash(before: string | null, context: CallContext) {
    const from = before === null ? '' : `&before=${before}`;
    return pageCalls.get(`/api/trash?limit=${trashPage}${from}`, isTrashList, { context });
  },
  rename: (name: string, context: CallContext) =>
    pageCalls.change('PATCH', '/api/me', isUserAnswer, { body: { name }, context }),
  changeNumber: (body: ChangeOfNumber, context: CallContext) =>
    pageCalls.change('POST', '/api/me/phone', isUserAnswer, { body, context }),
  listSessions: (context: CallContext) =>
    pageCalls.get('/api/sessions', isSessionsAnswer, { context }),
  listSecurityEvents(before: number | null, context: CallContext) {
    const from = before === null ? '' : `?before=${before}`;
    return pageCalls.get(`/api/security-events${from}`, isSecurityEventsPage, { context });
  },
  countRecoveryCodes: (context: CallContext) =>
    pageCalls.get('/api/recovery-codes', isRecoveryCodesLeft, { context }),
  makeRecoveryCodes: (body: MakeRecoveryCodes, context: CallContext) =>
    pageCalls.change('POST', '/api/recovery-codes', isRecoveryCodes, { body, context }),
  endSession: (id: number, context: CallContext) => remove(`/api/sessions/${id}`, context),
  endAllSessions: (context: CallContext, proof?: Confirmation) =>
    remove('/api/sessions', context, proof),
  deleteAccount: (context: CallContext, proof?: Confirmation) => remove('/api/me', context, proof),
  exportAccount: (context: CallContext, proof?: Confirmation) =>
    pageCalls.change('POST', '/api/me/export', isAccountExport, { context, body: proof }),
  pushKey: (context: CallContext) => pageCalls.get('/api/push', isPushKey, { context }),
  startPush: (body: PushSubscriptionBody, context: CallContext) =>
    pageCalls.change('POST', '/api/push', isAnything, { body, context }),
  endPush: (endpoint: string, context: CallContext) => remove('/api/push', context, { endpoint }),
};

/** A challenge may expire before it is solved. */
const mostChallenges = 3;

/**
 * Asks the server to send a code to a phone for a purpose; in open mode the server answers and sends nothing.
 * If it requires a proof of work, that is found first.
 */
export async function requestCode(
  phone: string,
  purpose: CodePurpose,
  signal?: CancelSignal,
): Promise<Reply<unknown>> {
  const ask = (proof?: LoginProof) =>
    pageCalls.post('/api/login/code', isAnything, {
      body: { phone, purpose, ...(proof && { proof }) },
      signal,
    });
  let reply = await ask();
  for (let asked = 0; asked < mostChallenges; asked += 1) {
    const wanted = reply.kind === 'refusal' ? reply.error?.proof : undefined;
    if (wanted === undefined) break;
    const solution = await solveChallenge(wanted, signal);
    if (solution === null) break;
    reply = await ask({ challenge: wanted.challenge, solution });
  }
  return reply;
}

function remove(path: string, context: CallContext, body?: unknown) {
  return pageCalls.change('DELETE', path, isAnything, { body, context });
}

/** People read the export, so it only has to be whole and of this format. */
function isAccountExport(body: unknown): body is AccountExport {
  return (body as Partial<AccountExport> | null)?.format === 'foray-account';
}

function isPushKey(body: unknown): body is PushKeyAnswer {
  return typeof (body as Partial<PushKeyAnswer> | null)?.key === 'string';
}
