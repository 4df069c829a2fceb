import {
  isActivityPage,
  isContactsSyncAnswer,
  isMutualsAnswer,
  isWireItems,
} from '@foray/contract';
import type { CallContext } from '@foray/sync';
import { pageCalls } from './page-calls.ts';

/** What only the server knows, over fetch. */
export const serverCalls = {
  listActivity: (campaignUuid: string, page: number, context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: `/api/campaigns/${campaignUuid}/activity?page=${page}`,
      context,
      isExpected: isActivityPage,
    }),
  searchItems: (query: string, context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: `/api/items/search?q=${encodeURIComponent(query)}`,
      context,
      isExpected: isWireItems,
    }),
  importContacts: (phones: readonly string[], context: CallContext) =>
    pageCalls.change({
      method: 'POST',
      path: '/api/contacts/sync',
      body: { contacts: phones },
      context,
      isExpected: isContactsSyncAnswer,
    }),
  listMutuals: (context: CallContext) =>
    pageCalls.call({
      method: 'GET',
      path: '/api/contacts/mutuals',
      context,
      isExpected: isMutualsAnswer,
    }),
};
