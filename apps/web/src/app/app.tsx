import { useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { messages } from '../messages/messages.ts';
import { followTheme } from '../settings/theme.ts';
import { useTutorial } from '../settings/tutorial.ts';
import { preloadDialogs } from '../ui/dialog.tsx';
import { watchForUpdates } from './app-update.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { findRoute, isOpenBeforeOnboarding, routes } from './routes.tsx';
import { Shell } from './shell.tsx';

/** Brings in what the next press may need, once the first page has had the machine to itself. */
function usePreloads(): void {
  useEffect(() => {
    const preload = () => {
      for (const { preload: load } of routes) void load().catch(() => undefined);
      preloadDialogs();
    };
    if (!('requestIdleCallback' in window)) return;
    const handle = requestIdleCallback(preload, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, []);
}

/** The whole app below its client: which screen an address shows, inside the shell. */
export function App() {
  const [path] = useLocation();
  const hasCompletedOnboarding = useTutorial((tutorial) => tutorial.hasCompletedOnboarding);
  useEffect(followTheme, []);
  useEffect(() => {
    if (import.meta.env.PROD) void watchForUpdates();
  }, []);
  usePreloads();

  if (!hasCompletedOnboarding && !isOpenBeforeOnboarding(path)) {
    return <Redirect to="/onboarding" replace />;
  }
  const found = findRoute(path);
  if (!found) {
    return (
      <Shell path={path} title={messages.titles.notFound} isTopLevel={false} isBare={false}>
        <NotFoundScreen />
      </Shell>
    );
  }
  const { route, routeId } = found;
  return (
    <Shell path={path} title={route.title} isTopLevel={route.isTopLevel} isBare={route.isBare}>
      <route.Screen routeId={routeId} />
    </Shell>
  );
}
