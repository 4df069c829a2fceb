import { useEffect, useLayoutEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../messages/messages.ts';
import { followTheme } from '../settings/theme.ts';
import { findRoute, isOpenBeforeOnboarding, NotFoundScreen } from './routing/routes.tsx';
import { Shell } from './frame/shell.tsx';
import { useIsThroughTutorial } from './routing/tutorial-memory.ts';

function ToTutorial() {
  useLayoutEffect(() => {
    // The tutorial returns to the item whose link began the visit.
    const state = { linked: location.pathname + location.search };
    navigate('/onboarding', { replace: true, state });
  }, []);
  return null;
}

/** The whole app below its client: the screen for the address, inside the shell. */
export function App() {
  const [path] = useBrowserLocation();
  const isThrough = useIsThroughTutorial();
  useEffect(followTheme, []);

  if (isThrough !== true && !isOpenBeforeOnboarding(path)) {
    if (isThrough === false) return <ToTutorial />;
    return (
      <Shell path={path} title={messages.titles.onboarding} isTopLevel={false} isBare>
        {null}
      </Shell>
    );
  }
  const found = findRoute(path);
  if (!found) {
    return (
      <Shell path={path} title={messages.titles.other} isTopLevel={false} isBare={false}>
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
