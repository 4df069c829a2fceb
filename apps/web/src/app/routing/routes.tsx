import { HomeScreen } from '../../features/home/home-screen.tsx';
import { preloadHome } from '../../features/home/lazy-home-items.tsx';
import { messages } from '../../messages/messages.ts';
import { loadRestTexts } from '../../messages/texts.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import type { NumberedScreen } from './screens.ts';

/** A route, as the shell needs it. */
export interface AppRoute {
  readonly path: string;
  /** The header's title, and the document's (ROUTE-05). */
  readonly title: string;
  /** Whether it is a top-level page: on phones the left slot then shows the account in place of Back. */
  readonly isTopLevel: boolean;
  /** Whether the route is open before onboarding is done, and has no bars. */
  readonly isBare: boolean;
  readonly Screen: NumberedScreen;
  /** Loads the screen's code before it is opened. */
  readonly preload: () => Promise<unknown>;
}

/** Loads the list of all other screens, which loads one of them. */
export const loadScreens = () => import('./screens.ts');

function route(
  path: keyof Awaited<ReturnType<typeof loadScreens>>['screens'],
  title: string,
  kind: 'top' | 'inner' | 'bare',
): AppRoute {
  const load = async (): Promise<NumberedScreen> => {
    const [{ screens }] = await Promise.all([loadScreens(), loadRestTexts()]);
    return screens[path]();
  };
  const Screen = lazyComponent(load, (it) => it);
  return {
    path,
    title,
    isTopLevel: kind === 'top',
    isBare: kind === 'bare',
    Screen,
    preload: Screen.preload,
  };
}

const { titles } = messages;

/**
 * The route table of section 2; any other path is the not-found screen. The code of a screen is fetched when
 * it is needed.
 */
export const routes: readonly AppRoute[] = [
  // Most visits start here, so it is part of the first script.
  {
    path: '/',
    title: titles.home,
    isTopLevel: true,
    isBare: false,
    Screen: HomeScreen,
    preload: preloadHome,
  },
  route('/my-list', titles.myList, 'top'),
  route('/queue', titles.queue, 'top'),
  route('/active', titles.active, 'top'),
  route('/completed', titles.completed, 'top'),
  route('/today', titles.other, 'inner'),
  route('/upcoming', titles.other, 'inner'),
  route('/search', titles.other, 'inner'),
  route('/campaigns', titles.campaigns, 'inner'),
  route('/campaigns/:id', titles.campaign, 'inner'),
  route('/tasks/:id', titles.task, 'inner'),
  route('/todos/:id', titles.other, 'inner'),
  route('/contacts', titles.contacts, 'inner'),
  route('/notifications', titles.notifications, 'top'),
  route('/preferences', titles.preferences, 'inner'),
  route('/onboarding', titles.onboarding, 'bare'),
  route('/login', titles.login, 'inner'),
];

/** The screen of any other path. */
export const NotFoundScreen = lazyComponent(
  () => import('./not-found-screen.tsx'),
  (it) => it.NotFoundScreen,
);

/** The route of `path` and the number in it; undefined for any other path. */
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
 * Fetches the screen with which a page opens while the app starts. If that fails, it is fetched again when it
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
