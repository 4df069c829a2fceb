import { browserAccountMirror } from './storage/account-mirror.ts';
import { listAccountDatabases } from './indexed-db/account-databases.ts';
import {
  clearSettings,
  mayHaveSession,
  nextTask,
  onAccountChangedElsewhere,
  reloadPage,
} from './browser-page.ts';
import {
  browserClock,
  browserConnectivity,
  browserIds,
  browserLocks,
  browserScheduler,
  browserVisibility,
} from './browser/browser-ports.ts';
import { browserQueueCounts } from './storage/queue-counts.ts';
import { IndexedDbStores, type DatabaseListener } from './indexed-db/indexed-db-store.ts';
import { requestPersistence } from './storage/persistence.ts';
import { guestMark, pushPreference } from './storage/stored-preferences.ts';
import { openTabChannel } from './browser/tab-channel.ts';

/** The adapters of this browser, as the client's ports. */
export const clientPorts = {
  clock: browserClock,
  ids: browserIds,
  scheduler: browserScheduler,
  locks: browserLocks,
  connectivity: browserConnectivity,
  visibility: browserVisibility,
  push: {
    preference: pushPreference,
    browser: () => import('./browser/push-browser.ts'),
  },
  accountMirror: browserAccountMirror,
  queueCounts: browserQueueCounts,
  guestMark,
  mayHaveSession,
  openStores: (listener: DatabaseListener) => new IndexedDbStores(listener),
  listAccountDatabases,
  openMemoryStores: async () => (await import('./indexed-db/memory-stores.ts')).memoryStores,
  openChannel: openTabChannel,
  onAccountChangedElsewhere,
  nextTask,
  askToPersist: requestPersistence,
  clearSettings,
  reloadPage,
};
