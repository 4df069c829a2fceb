import { accountRoutes } from './account-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { itemRoutes } from './item-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { chapter } from './route.ts';
import type { Route } from './route.ts';
import { syncRoutes } from './sync-routes.ts';

/**
 * Every route of Foray, by the name of its operation: the server binds exactly these, and the
 * OpenAPI document is generated from them.
 */
export const routes = {
  ...chapter('account', accountRoutes),
  ...chapter('account', invitationRoutes),
  ...chapter('items', itemRoutes),
  ...chapter('sync', syncRoutes),
  ...chapter('people', peopleRoutes),
  ...chapter('operation', operationRoutes),
} satisfies Record<string, Route>;

/** The name of an operation: a key of {@link routes}. */
export type OperationId = keyof typeof routes;
