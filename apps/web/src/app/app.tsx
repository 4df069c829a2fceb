import { useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { messages } from '../messages/messages.ts';
import { followTheme } from '../settings/theme.ts';
import { useTutorial } from '../settings/tutorial.ts';
import { watchForUpdates } from './app-update.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { preloadWhenIdle } from './preloads.ts';
import { findRoute, isOpenBeforeOnboarding } from './routes.tsx';
import { Shell } from './shell.tsx';

/** The whole app below its client: which screen an address shows, inside the shell. */
export function App() {
  const [path] = useLocation();
  const hasCompletedOnboarding = useTutorial((tutorial) => tutorial.hasCompletedOnboarding);
  useEffect(followTheme, []);
  useEffect(() => {
    if (import.meta.env.PROD) void watchForUpdates();
  }, []);
  useEffect(preloadWhenIdle, []);

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
