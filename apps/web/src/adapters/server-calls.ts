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
  listActivity(campaignUuid: string, page: number, context: CallContext) {
    const path = `/api/campaigns/${campaignUuid}/activity?page=${page}`;
    return pageCalls.get(path, isActivityPage, { context });
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
};
