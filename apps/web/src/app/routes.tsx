import { lazy } from 'react';
import type { ComponentType } from 'react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { preloadHome } from '../features/home/late-home-items.tsx';
import { messages } from '../messages/messages.ts';
import { loadAfter, loadLaterTexts } from '../messages/texts.ts';

/** A screen that takes the number in its route, e.g. /tasks/{id}. */
type NumberedScreen = ComponentType<{ readonly routeId: string }>;

/** What the shell knows of a route. */
export interface AppRoute {
  readonly path: string;
  /** The header's title, and the document's (ROUTE-05). */
  readonly title: string;
  /** A top-level page: on phones the left slot shows the account in place of Back. */
  readonly isTopLevel: boolean;
  /** The only routes that are open before onboarding is done, and that have no bars. */
  readonly isBare: boolean;
  readonly Screen: NumberedScreen;
  /** Brings the screen's code in before it is opened. */
  readonly preload: () => Promise<unknown>;
}

function route(
  path: string,
  title: string,
  kind: 'top' | 'inner' | 'bare',
  load: () => Promise<NumberedScreen>,
): AppRoute {
  const withTexts = () => loadAfter(loadLaterTexts, load);
  const module = () => withTexts().then((screen) => ({ default: screen }));
  return {
    path,
    title,
    isTopLevel: kind === 'top',
    isBare: kind === 'bare',
    Screen: lazy(module),
    preload: withTexts,
  };
}

const { titles } = messages;

/** The route table of section 2; anything else is the not-found screen. The code of a screen is fetched when it is needed. */
export const routes: readonly AppRoute[] = [
  // Where most people start: part of the first script.
  {
    path: '/',
    title: titles.home,
    isTopLevel: true,
    isBare: false,
    Screen: HomeScreen,
    preload: preloadHome,
  },
  route('/my-list', titles.myList, 'top', () =>
    import('../features/lists/my-list-screen.tsx').then((module) => module.MyListScreen),
  ),
  route('/queue', titles.queue, 'top', () =>
    import('../features/lists/queue-screen.tsx').then((module) => module.QueueScreen),
  ),
  route('/active', titles.active, 'top', () =>
    import('../features/lists/status-list-screen.tsx').then((module) => module.ActiveScreen),
  ),
  route('/completed', titles.completed, 'top', () =>
    import('../features/lists/status-list-screen.tsx').then((module) => module.CompletedScreen),
  ),
  route('/campaigns', titles.campaigns, 'inner', () =>
    import('../features/campaigns/campaign-list-screen.tsx').then(
      (module) => module.CampaignListScreen,
    ),
  ),
  route('/campaigns/:id', titles.campaign, 'inner', () =>
    import('../features/campaigns/campaign-screen.tsx').then((module) => module.CampaignScreen),
  ),
  route('/tasks/:id', titles.task, 'inner', () =>
    import('../features/tasks/task-screen.tsx').then((module) => module.TaskScreen),
  ),
  route('/contacts', titles.contacts, 'inner', () =>
    import('../features/contacts/contacts-screen.tsx').then((module) => module.ContactsScreen),
  ),
  route('/notifications', titles.notifications, 'top', () =>
    import('../features/notifications/notifications-screen.tsx').then(
      (module) => module.NotificationsScreen,
    ),
  ),
  route('/preferences', titles.preferences, 'inner', () =>
    import('../features/preferences/preferences-screen.tsx').then(
      (module) => module.PreferencesScreen,
    ),
  ),
  route('/onboarding', titles.onboarding, 'bare', () =>
    import('../features/onboarding/onboarding-screen.tsx').then(
      (module) => module.OnboardingScreen,
    ),
  ),
  route('/login', titles.login, 'inner', () =>
    import('../features/auth/login-screen.tsx').then((module) => module.LoginScreen),
  ),
];

/** What any other path shows. */
export const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen.tsx')).NotFoundScreen,
}));

/** The route that `path` belongs to and the number in it; undefined for any other path. */
export function findRoute(
  path: string,
): { readonly route: AppRoute; readonly routeId: string } | undefined {
  const parts = path.split('/').filter(Boolean);
  for (const candidate of routes) {
    const pattern = candidate.path.split('/').filter(Boolean);
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, place) => part === ':id' || part === parts[place])) continue;
    return { route: candidate, routeId: parts[pattern.indexOf(':id')] ?? '' };
  }
  return undefined;
}

/**
 * Fetches the screen that a page opens with while the app starts. Where that fails it is asked for again when it
 * is shown.
 */
export async function preloadFirstScreen(path: string, isThroughTutorial: boolean): Promise<void> {
  const first = isThroughTutorial || isOpenBeforeOnboarding(path) ? path : '/onboarding';
  await findRoute(first)
    ?.route.preload()
    .catch(() => undefined);
}

/** Whether `path` is open before onboarding is completed or skipped (ROUTE-03). */
export function isOpenBeforeOnboarding(path: string): boolean {
  return path === '/login' || path === '/onboarding';
}
