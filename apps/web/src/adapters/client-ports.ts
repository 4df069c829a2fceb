import { browserAccountMirror } from './account-mirror.ts';
import { accountsHere } from './accounts-here.ts';
import { clearSettings, nextTurn, onAccountChangedElsewhere, reloadPage } from './browser-page.ts';
import {
  browserClock,
  browserConnectivity,
  browserIds,
  browserLocks,
  browserScheduler,
  browserVisibility,
} from './browser-ports.ts';
import { browserQueueCounts } from './queue-counts.ts';
import { createHttpTransport } from './http-transport.ts';
import { IndexedDbStores, type DatabaseListener } from './indexed-db-store.ts';
import { pageCalls } from './page-calls.ts';
import { requestPersistence } from './persistence.ts';
import { requestCode, serverCalls } from './server-calls.ts';
import { openServerEvents } from './server-events.ts';
import { pushPreference } from './stored-preferences.ts';
import { openTabChannel } from './tab-channel.ts';

/** The adapters of this browser, as the client's ports. */
export const clientPorts = {
  clock: browserClock,
  ids: browserIds,
  scheduler: browserScheduler,
  locks: browserLocks,
  connectivity: browserConnectivity,
  visibility: browserVisibility,
  transport: createHttpTransport(pageCalls),
  serverCalls,
  push: {
    preference: pushPreference,
    browser: () => import('./push-browser.ts'),
  },
  accountMirror: browserAccountMirror,
  queueCounts: browserQueueCounts,
  openStores: (listener: DatabaseListener) => new IndexedDbStores(listener),
  accountsHere,
  openMemoryStores: async () => (await import('./memory-stores.ts')).memoryStores,
  openChannel: openTabChannel,
  openEvents: openServerEvents,
  onAccountChangedElsewhere,
  requestCode,
  nextTurn,
  askToPersist: requestPersistence,
  clearSettings,
  reloadPage,
};
