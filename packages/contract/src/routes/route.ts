import { z } from 'zod';
import { errorCodes } from '../errors/errors.ts';
import type { ErrorCode } from '../errors/errors.ts';

/** The HTTP methods that routes of the API use. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The chapters of the API's documentation. */
export type RouteTag = 'items' | 'sync' | 'account' | 'people' | 'operation';

/** Replaces the schema of a success without a body. */
export const noContent = z.undefined();

/** A route of the API, as the server binds it, clients call it and the documentation describes it. */
export interface Route {
  readonly method: Method;
  /** The path without the host; `:name` is a parameter, described in `params`. */
  readonly path: `/${string}`;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly tag: RouteTag;
  /** `session`: the request needs the session cookie, otherwise the response is 401. */
  readonly auth: 'none' | 'session';
  /**
   * `item`: a change of an item, which carries the headers of a queued request and is parsed only by
   * `parseItemRequest`, here as inside a batch. The schemas below then only document it.
   */
  readonly changes?: 'item';
  /** The descriptions, by name, of optional headers that only this route reads. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Whether the body may be missing; otherwise a described body is required. */
  readonly bodyOptional?: true;
  /** The schema of each success by its status; `noContent` for no body. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** The media type of a success; `application/json` if absent. */
  readonly produces?: string;
  /** The refusals of this route beyond those that {@link refusalsOf} derives. */
  readonly errors?: readonly ErrorCode[];
}

/** A route in the table of its chapter: it needs a session unless it says otherwise. */
export type RouteInChapter = Omit<Route, 'tag' | 'auth'> & { readonly auth?: 'none' };

/** Adds the tag of a chapter to its routes. */
export function chapter<R extends Record<string, RouteInChapter>>(tag: RouteTag, routes: R) {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, { auth: 'session', ...route, tag }]),
  ) as {
    readonly [Name in keyof R]: R[Name] & {
      readonly auth: R[Name] extends { readonly auth: 'none' } ? 'none' : 'session';
      readonly tag: RouteTag;
    };
  };
}

/** Whether X-XSRF-TOKEN must match, or the response is 403 `csrf`: for every route that changes data. */
export function needsToken({ method }: Route): boolean {
  return method !== 'GET';
}

/** The schemas of a route by part: params, query, body, and the status of each success with a body. */
export function schemasOf({ params, query, body, answers }: Route): Record<string, z.ZodType> {
  const parts = Object.entries({ params, query, body, ...answers });
  const described = (part: (typeof parts)[number]): part is [string, z.ZodType] =>
    part[1] !== undefined && part[1] !== noContent;
  return Object.fromEntries(parts.filter(described));
}

/**
 * Every refusal with which a route can respond, ordered by status: its own, and those that follow from its
 * requirements (a session, a token, a body, parameters).
 */
export function refusalsOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...(route.tag === 'operation' ? [] : always),
    ...(route.auth === 'session' ? withSession : []),
    ...(needsToken(route) ? [...withToken, ...withBody] : []),
    ...(route.params ? withParams : []),
    ...(route.query ? withQuery : []),
    ...(route.changes ? withItemChange : []),
  ]);
  return errorCodes.filter((code) => codes.has(code));
}

const always: readonly ErrorCode[] = ['rate_limited', 'internal', 'unavailable'];
const withSession: readonly ErrorCode[] = [
  'unauthenticated',
  'wrong_actor',
  'epoch_changed',
  'too_old',
];
const withToken: readonly ErrorCode[] = ['csrf'];
const withParams: readonly ErrorCode[] = ['not_found'];
const withQuery: readonly ErrorCode[] = ['invalid'];
/** A body is read even if its route expects none. */
const withBody: readonly ErrorCode[] = ['bad_json', 'too_large', 'invalid'];
const withItemChange: readonly ErrorCode[] = [
  'forbidden',
  'stale',
  'invalid',
  'key_reused',
  'after_failed',
];
