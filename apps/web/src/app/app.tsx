import { useEffect, useLayoutEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../messages/messages.ts';
import { followTheme } from '../settings/theme.ts';
import { findRoute, isOpenBeforeOnboarding, NotFoundScreen } from './routing/routes.tsx';
import { Shell } from './frame/shell.tsx';
import { useIsThroughTutorial } from './routing/tutorial-memory.ts';

/** The whole app below its client: the screen for the address, inside the shell. */
export function App() {
  const [address] = useBrowserLocation();
  const isThrough = useIsThroughTutorial();
  useEffect(followTheme, []);
  const isTutorialFirst = isThrough !== true && !isOpenBeforeOnboarding(address);
  const isSentToTutorial = isTutorialFirst && isThrough === false;
  useLayoutEffect(() => {
    if (!isSentToTutorial) return;
    // The tutorial returns to the item whose link began the visit.
    const state = { linked: location.pathname + location.search };
    navigate('/onboarding', { replace: true, state });
  }, [isSentToTutorial]);
  // The tutorial is rendered before its address is there: the page is never empty meanwhile.
  const path = isSentToTutorial ? '/onboarding' : address;

  if (isTutorialFirst && isThrough === null) {
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
