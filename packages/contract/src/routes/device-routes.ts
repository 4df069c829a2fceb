import type { z } from 'zod';
import {
  isAccountExport,
  isOkAnswer,
  isPushKeyAnswer,
  isRecoveryCodes,
  isRecoveryCodesLeft,
  isSecurityEventsPage,
} from '../guards/account-guards.ts';
import {
  isBlockedAnswer,
  isContactsSyncAnswer,
  isMutualsAnswer,
} from '../guards/contact-guards.ts';
import {
  isActivityPage,
  isBatchAnswer,
  isChangesDelta,
  isConfigAnswer,
  isItemsDelta,
  isSessionsAnswer,
  isStreamsDelta,
  isTrashList,
  isUserAnswer,
  isWireItems,
} from '../guards/guards.ts';
import { isSelfCheck } from '../guards/place-guards.ts';
import type { OperationId, routes } from './routes.ts';

type Routes = typeof routes;

/** The bodies of a route's successes; undefined for none. */
type Body<Id extends OperationId> = z.output<Extract<Values<Routes[Id]['answers']>, z.ZodType>>;
type Values<T> = T[keyof T];

/** Checks the body of a success. */
type Guard<T> = (body: unknown) => body is T;

/**
 * The routes that the app calls, each with its method, its path and the check of its responses: the table of
 * routes without the schemas, which the app does not load. The compiler compares them.
 */
export const deviceRoutes = {
  getCsrfCookie: ['GET', '/csrf-cookie', isAnything],
  getConfig: ['GET', '/api/config', isConfigAnswer],
  login: ['POST', '/api/login', isUserAnswer],
  requestLoginCode: ['POST', '/api/login/code', isOkAnswer],
  logout: ['POST', '/api/logout', isAnything],
  getMe: ['GET', '/api/me', isUserAnswer],
  updateMe: ['PATCH', '/api/me', isUserAnswer],
  changeNumber: ['POST', '/api/me/phone', isUserAnswer],
  exportMe: ['POST', '/api/me/export', isAccountExport],
  deleteMe: ['DELETE', '/api/me', isAnything],
  listSessions: ['GET', '/api/sessions', isSessionsAnswer],
  endSession: ['DELETE', '/api/sessions/:id', isAnything],
  endSessions: ['DELETE', '/api/sessions', isAnything],
  countRecoveryCodes: ['GET', '/api/recovery-codes', isRecoveryCodesLeft],
  makeRecoveryCodes: ['POST', '/api/recovery-codes', isRecoveryCodes],
  listSecurityEvents: ['GET', '/api/security-events', isSecurityEventsPage],
  listItems: ['GET', '/api/items', isItemsDelta],
  listChanges: ['GET', '/api/changes', isChangesDelta],
  pullStreams: ['GET', '/api/pull', isStreamsDelta],
  runBatch: ['POST', '/api/batch', isBatchAnswer],
  selfCheck: ['GET', '/api/self-check', isSelfCheck],
  searchItems: ['GET', '/api/items/search', isWireItems],
  listTrash: ['GET', '/api/trash', isTrashList],
  listActivity: ['GET', '/api/campaigns/:ref/activity', isActivityPage],
  listItemActivity: ['GET', '/api/items/:ref/activity', isActivityPage],
  syncContacts: ['POST', '/api/contacts/sync', isContactsSyncAnswer],
  listMutuals: ['GET', '/api/contacts/mutuals', isMutualsAnswer],
  listBlocked: ['GET', '/api/contacts/blocked', isBlockedAnswer],
  removeContact: ['DELETE', '/api/contacts/:id', isAnything],
  blockContact: ['POST', '/api/contacts/:id/block', isAnything],
  unblockContact: ['DELETE', '/api/contacts/:id/block', isAnything],
  reportContact: ['POST', '/api/contacts/:id/report', isAnything],
  getPushKey: ['GET', '/api/push', isPushKeyAnswer],
  startPush: ['POST', '/api/push', isAnything],
  endPush: ['DELETE', '/api/push', isAnything],
} as const satisfies {
  readonly [Id in OperationId]?: readonly [
    method: Routes[Id]['method'],
    path: Routes[Id]['path'],
    isAnswer: Guard<Body<Id> extends undefined ? unknown : Body<Id>>,
  ];
};

/** A route that the app calls. */
export type DeviceRouteId = keyof typeof deviceRoutes;

/** The body of a route's success, as the app checks it. */
export type RouteAnswer<Id extends DeviceRouteId> =
  (typeof deviceRoutes)[Id][2] extends Guard<infer T> ? T : never;

type Part<Id extends DeviceRouteId, Name extends string> = Name extends keyof Routes[Id]
  ? Routes[Id][Name]
  : undefined;

/** The content of a call of a route. Values of the query that are null or undefined are left out. */
export type RouteInput<Id extends DeviceRouteId> = (Part<Id, 'params'> extends z.ZodObject
  ? { readonly params: z.output<Part<Id, 'params'>> }
  : { readonly params?: never }) &
  (Part<Id, 'query'> extends z.ZodObject
    ? { readonly query?: QueryInput<z.output<Part<Id, 'query'>>> }
    : { readonly query?: never }) &
  (Part<Id, 'body'> extends z.ZodType
    ? Part<Id, 'bodyOptional'> extends true
      ? { readonly body?: z.input<Part<Id, 'body'>> | undefined }
      : { readonly body: z.input<Part<Id, 'body'>> }
    : { readonly body?: never });

type QueryInput<Q> = { readonly [Name in keyof Q]?: Q[Name] | null | undefined };

/** The path of a route with its parameters and query. */
export function pathOf(
  path: string,
  {
    params = {},
    query = {},
  }: {
    readonly params?: Readonly<Record<string, unknown>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
  },
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** Accepts any parsed body. */
export function isAnything(body: unknown): body is unknown {
  return body !== undefined;
}
