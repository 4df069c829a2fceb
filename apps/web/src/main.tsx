import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { accountCalls } from './adapters/account-calls.ts';
import { browserAccountMirror } from './adapters/account-mirror.ts';
import { accountsHere } from './adapters/accounts-here.ts';
import {
  askToPersist,
  clearSettings,
  nextTurn,
  onAccountChangedElsewhere,
  reloadPage,
} from './adapters/browser-page.ts';
import {
  browserClock,
  browserConnectivity,
  browserIds,
  browserLocks,
  browserScheduler,
  browserVisibility,
} from './adapters/browser-ports.ts';
import { browserQueueCounts } from './adapters/queue-counts.ts';
import { createHttpTransport, requestCode } from './adapters/http-transport.ts';
import { IndexedDbStores } from './adapters/indexed-db-store.ts';
import { pageCalls } from './adapters/page-calls.ts';
import { pushWish } from './adapters/push-wish.ts';
import { serverCalls } from './adapters/server-calls.ts';
import { openServerEvents } from './adapters/server-events.ts';
import { openTabChannel } from './adapters/tab-channel.ts';
import { App } from './app/app.tsx';
import { ScreenBoundary } from './app/screen-boundary.tsx';
import { ClientProvider, createClient } from './replica/index.ts';
import './ui/base.css';

const client = createClient({
  clock: browserClock,
  ids: browserIds,
  scheduler: browserScheduler,
  locks: browserLocks,
  connectivity: browserConnectivity,
  visibility: browserVisibility,
  transport: createHttpTransport(pageCalls),
  serverCalls,
  accountCalls,
  push: {
    wish: pushWish,
    browser: () => import('./adapters/push-browser.ts'),
    calls: accountCalls,
  },
  accountMirror: browserAccountMirror,
  queueCounts: browserQueueCounts,
  openStores: (listener) => new IndexedDbStores(listener),
  accountsHere,
  openMemoryStores: async () => (await import('./adapters/memory-stores.ts')).memoryStores,
  openChannel: openTabChannel,
  openEvents: openServerEvents,
  onAccountChangedElsewhere,
  requestCode: (phone, signal) => requestCode(pageCalls, phone, signal),
  nextTurn,
  askToPersist,
  clearSettings,
  reloadPage,
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    {/* The last resort: whatever is left of the app breaks, there is still something to press. */}
    <ScreenBoundary path="">
      <ClientProvider client={client}>
        <App />
      </ClientProvider>
    </ScreenBoundary>
  </StrictMode>,
);
