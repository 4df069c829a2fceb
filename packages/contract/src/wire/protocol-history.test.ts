import { createHash } from 'node:crypto';
import { minProtocol, protocol } from './protocol.ts';
import { protocolHistory } from './protocol-history.ts';
import { headerNames } from './headers.ts';
import { tableSchemas } from '../routes/openapi.ts';
import { needsToken, refusalsOf, schemasOf, type Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';

test('the wire has the format that is recorded for the protocol', () => {
  const hash = createHash('sha256').update(wireShape()).digest('hex').slice(0, 16);
  expect(
    protocolHistory.at(-1)?.shapes.at(-1)?.hash,
    `The wire has another shape now: ${hash}. If devices of protocol ${protocol} work on without ` +
      `noticing (something was added that no client must send or read), record the hash under that ` +
      `protocol in protocol-history.ts. Otherwise raise protocol in protocol.ts, record the new ` +
      `number with the hash, and think of minProtocol.`,
  ).toBe(hash);
});

test('words for people are not part of the format, but fields of the same names are', () => {
  const shape = JSON.parse(wireShape());
  expect(shape.shared.DeltaItem.properties).toHaveProperty('title');
  expect(shape.shared.DeltaItem.properties).toHaveProperty('description');
  expect(shape.shared.Person.properties.phone).toEqual({ type: 'string' });
  expect(shape.shared.Timestamp).not.toHaveProperty('examples');
});

test('the protocol versions increase without gaps and end with the current one', () => {
  expect(protocolHistory.map(({ version }) => version)).toEqual(
    protocolHistory.map((_version, index) => index + 1),
  );
  expect(protocolHistory.at(-1)?.version).toBe(protocol);
  expect(minProtocol).toBeGreaterThanOrEqual(1);
  expect(minProtocol).toBeLessThanOrEqual(protocol);
  const hashes = protocolHistory.flatMap(({ shapes }) => shapes.map(({ hash }) => hash));
  expect(new Set(hashes).size).toBe(hashes.length);
});

/** Keys with words for people; changing these changes nothing on the wire. */
const wordsOnly = new Set(['description', 'examples', 'summary', 'title']);

/**
 * Everything in the table that the other side can notice, as a canonical JSON text: equal tables give equal
 * texts, regardless of the order of their declarations. Its hash is recorded in `protocol-history.ts`.
 */
function wireShape(): string {
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

/** Sorts keys and drops words for people; names of properties are never dropped. */
function canonical(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || !wordsOnly.has(key))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [
        key,
        // The names of the required fields, whatever the order of their declarations.
        key === 'required' && Array.isArray(inner)
          ? inner.map(String).toSorted((a, b) => (a < b ? -1 : 1))
          : canonical(inner, !areNames && key === 'properties'),
      ]),
  );
}
