import type { SeedItem } from './seed.ts';

/** A campaign and a task, so that /campaigns/1 and /tasks/2 lead somewhere. */
export const itemsOfRoutes: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0 },
];

/** Every route, its header title, and a text that identifies its screen. */
export const routes: readonly (readonly [path: string, title: string, heading: string])[] = [
  ['/my-list', 'My List', 'My List'],
  ['/queue', 'Queue', 'Queue'],
  ['/active', 'Active', 'Active'],
  ['/completed', 'Completed', 'Completed'],
  ['/today', 'Foray', 'Today'],
  ['/upcoming', 'Foray', 'Upcoming'],
  ['/search', 'Foray', 'Search'],
  ['/campaigns', 'Campaigns', 'Campaigns'],
  ['/campaigns/1', 'Campaign', 'Sail north'],
  ['/tasks/2', 'Task', 'Get the boat ready'],
  ['/contacts', 'Contacts', 'Contacts'],
  ['/notifications', 'Notifications', 'Recent Notifications'],
  ['/preferences', 'Preferences', 'Preferences'],
  ['/login', 'Sign In', 'Sign In to Foray'],
  ['/onboarding', 'Welcome', 'Welcome'],
  ['/', 'Home', 'Home'],
];
