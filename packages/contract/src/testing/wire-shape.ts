import { headerNames } from '../headers.ts';
import { tableSchemas } from '../openapi.ts';
import { needsToken, refusalsOf, schemasOf } from '../route.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';

/** What is said for people only; changing it changes nothing on the wire. */
const wordsOnly = new Set(['description', 'examples', 'summary', 'title']);

/**
 * Everything of the table that the other side can notice, as one canonical JSON text: equal tables
 * give equal texts, for any order of their declarations. Its hash is kept in
 * `protocol-history.ts`.
 */
export function wireShape(): string {
  const schemas = tableSchemas();
  const shape = {
    headers: Object.values(headerNames),
    error: schemas.of('error'),
    shared: schemas.shared,
    routes: Object.fromEntries(
      Object.entries<Route>(routes).map(([name, route]) => [
        `${route.method} ${route.path}`,
        {
          auth: route.auth,
          csrf: needsToken(route),
          changes: route.changes ?? null,
          bodyOptional: route.bodyOptional ?? false,
          produces: route.produces ?? 'application/json',
          answers: Object.keys(route.answers),
          refusals: refusalsOf(route),
          schemas: Object.fromEntries(
            Object.keys(schemasOf(route)).map((part) => [part, schemas.of(`${name} ${part}`)]),
          ),
        },
      ]),
    ),
  };
  return JSON.stringify(canonical(shape));
}

/** Sorts keys and drops words for people; the names of properties are never dropped. */
function canonical(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || !wordsOnly.has(key))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [
        key,
        // Which fields are required, for any order in which they are declared.
        key === 'required' && Array.isArray(inner)
          ? inner.map(String).toSorted((a, b) => (a < b ? -1 : 1))
          : canonical(inner, !areNames && key === 'properties'),
      ]),
  );
}
