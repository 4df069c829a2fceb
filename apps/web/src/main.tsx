import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clientPorts } from './adapters/client-ports.ts';
import { loadWrites } from './adapters/indexed-db/indexed-db-store.ts';
import { App } from './app/app.tsx';
import { preloadFirstScreen } from './app/routing/routes.tsx';
import { ScreenBoundary } from './app/routing/screen-boundary.tsx';
import { language } from './messages/language.ts';
import { ClientProvider, createClient } from './replica/index.ts';
import { tutorial } from './settings/tutorial.ts';
import './ui/styles/base.css';

/**
 * The first rendering waits this long for its items, so that it can show them at once; until then the frame
 * of `index.html` is shown.
 */
const longestWaitMs = 150;

/** Whether the frame of `index.html` has the welcome of the tutorial, which then takes its place. */
const isFirstVisit = document.documentElement.classList.contains('new');

const screen = preloadFirstScreen(location.pathname, tutorial.progress().hasCompletedOnboarding);

const client = createClient(clientPorts, async () => {
  // Actions write: their code must not wait for the network later.
  const [{ lazyPorts }] = await Promise.all([import('./app/lazy-ports.ts'), loadWrites()]);
  return lazyPorts;
});

document.documentElement.lang = language;
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const reactRoot = createRoot(root);

// Not awaited here: code that is loaded later imports this file, and would wait for it to end.
const first = Promise.race([Promise.all([client.firstItems, screen]), longestWait()]);
void Promise.all([first, isFirstVisit && screen]).then(render);

function longestWait(): Promise<void> {
  return new Promise((resolve) => clientPorts.scheduler.after(longestWaitMs, resolve));
}

function render(): void {
  reactRoot.render(
    <StrictMode>
      {/* The last resort: if the rest of the app breaks, this still offers a button. */}
      <ScreenBoundary path="">
        <ClientProvider client={client}>
          <App />
        </ClientProvider>
      </ScreenBoundary>
    </StrictMode>,
  );
}
