import type { ComponentType } from 'react';

/** A screen that takes the number in its route, e.g. /tasks/{id}. */
export type NumberedScreen = ComponentType<{ readonly routeId: string }>;

/**
 * Loads the screen of each path except Home, once its texts have loaded. The build reads this list
 * (`vite.config.ts`): a path, and the import of its screen.
 */
export const screens = {
  '/my-list': () => import('./list-screens.ts').then((it) => it.MyListScreen),
  '/queue': () => import('./list-screens.ts').then((it) => it.QueueScreen),
  '/active': () => import('./list-screens.ts').then((it) => it.ActiveScreen),
  '/completed': () => import('./list-screens.ts').then((it) => it.CompletedScreen),
  '/today': () => import('./list-screens.ts').then((it) => it.TodayScreen),
  '/upcoming': () => import('./list-screens.ts').then((it) => it.UpcomingScreen),
  '/search': () => import('./list-screens.ts').then((it) => it.SearchScreen),
  '/campaigns': () => import('./item-screens.ts').then((it) => it.CampaignListScreen),
  '/campaigns/:id': () => import('./item-screens.ts').then((it) => it.CampaignScreen),
  '/tasks/:id': () => import('./item-screens.ts').then((it) => it.TaskScreen),
  '/todos/:id': () => import('./item-screens.ts').then((it) => it.TodoScreen),
  '/contacts': () =>
    import('../../features/contacts/contacts-screen.tsx').then((it) => it.ContactsScreen),
  '/notifications': () =>
    import('../../features/notifications/notifications-screen.tsx').then(
      (it) => it.NotificationsScreen,
    ),
  '/preferences': () =>
    import('../../features/preferences/preferences-screen.tsx').then((it) => it.PreferencesScreen),
  '/onboarding': () =>
    import('../../features/onboarding/onboarding-screen.tsx').then((it) => it.OnboardingScreen),
  '/login': () => import('../../features/auth/login-screen.tsx').then((it) => it.LoginScreen),
} satisfies Record<string, () => Promise<NumberedScreen>>;
