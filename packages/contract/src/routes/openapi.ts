import { z } from 'zod';
import { errorBody } from '../errors/error-body.ts';
import { errorStatus } from '../errors/errors.ts';
import type { ErrorCode } from '../errors/errors.ts';
import { csrfCookie, sessionCookie } from '../wire/cookies.ts';
import { headerNames } from '../wire/headers.ts';
import { protocol } from '../wire/protocol.ts';
import { needsToken, noContent, refusalsOf, schemasOf } from './route.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** A JSON object of the document. */
type Json = Readonly<Record<string, unknown>>;

/**
 * The API's description for people and tools, as the server returns it at /api/openapi.json: OpenAPI 3.1,
 * generated from the table of routes alone. The same table always gives exactly the same document;
 * `openapi.json` beside this package is its committed copy.
 */
export function openApiDocument() {
  const schemas = tableSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [operationId, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[route.method.toLowerCase()] = operation(operationId, route, schemas.of);
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Foray',
      version: String(protocol),
      summary: 'Campaigns, tasks and todos, offline first.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: schemas.shared,
      headers: {
        ETag: {
          description: 'The state of the item, for If-Match: "<epoch>:<version>"',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
}

/** A JSON Schema (2020-12), as far as we use it ourselves. */
interface JsonSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

type SchemaOf = (name: string) => JsonSchema;

/**
 * The schemas of the table as JSON Schema, which share their named parts: `error`, and those of each route,
 * named by operation and part. They are from the sender's view: fields with a default may be absent, and
 * additional fields are allowed, because an older reader must accept a newer server's.
 */
export function tableSchemas() {
  const all: Record<string, z.ZodType> = { error: errorBody };
  for (const [operationId, route] of Object.entries<Route>(routes)) {
    for (const [part, schema] of Object.entries(schemasOf(route))) {
      all[`${operationId} ${part}`] = schema;
    }
  }
  const document = z.toJSONSchema(z.object(all), { io: 'input' });
  const { $defs = {}, properties = {} } = relocate(document) as {
    $defs?: Record<string, JsonSchema>;
    properties?: Record<string, JsonSchema>;
  };
  const shared = Object.fromEntries(
    Object.entries($defs)
      .map(([id, { id: _id, ...schema }]) => [id, schema] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return {
    /** Every schema with a `meta({ id })`, by that id, sorted. */
    shared,
    /** The schema of this name, or a reference if it has an id. Throws for an unknown name. */
    of(name: string): JsonSchema {
      const schema = properties[name];
      if (schema === undefined) throw new Error(`No schema is called ${name}`);
      return schema;
    },
  };
}

/** Makes references point to OpenAPI's components instead of JSON Schema's $defs. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : relocate(inner),
    ]),
  );
}

function operation(operationId: string, route: Route, schemaOf: SchemaOf): Json {
  const parameters = [
    ...(route.params ? fieldParameters('path', schemaOf(`${operationId} params`)) : []),
    ...(route.query ? fieldParameters('query', schemaOf(`${operationId} query`)) : []),
    ...headerParameters(route),
  ];
  return {
    operationId,
    summary: route.summary,
    tags: [route.tag],
    security: route.auth === 'session' ? [{ session: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: jsonContent(schemaOf(`${operationId} body`)),
      },
    }),
    responses: { ...answers(operationId, route, schemaOf), ...refusals(route, schemaOf) },
  };
}

function fieldParameters(place: 'path' | 'query', schema: JsonSchema): Json[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: field,
  }));
}

function headerParameters(route: Route): Json[] {
  const header = (name: string, description: string, required = false): Json => ({
    name,
    in: 'header',
    description,
    required,
    schema: { type: 'string' },
  });
  return [
    ...(needsToken(route)
      ? [header(headerNames.csrf, `The value of the cookie ${csrfCookie}`, true)]
      : []),
    ...(route.auth === 'session'
      ? [
          header(headerNames.actor, 'The user whose data the sender holds'),
          header(headerNames.epoch, 'The epoch that the sender knows'),
          header(headerNames.position, 'The positions in the feed that the sender holds'),
          header(headerNames.protocol, 'The protocol that the sender speaks'),
        ]
      : []),
    ...(route.changes
      ? [
          header(headerNames.idempotencyKey, 'Makes a repeated request take effect once'),
          header(headerNames.ifMatch, 'The state the change is based on, as ETag gave it'),
          header(headerNames.after, "The sender's previous request on this item"),
          header(
            headerNames.import,
            "'1' for what a guest (up to 30 days after the sign-in) or a file brings along: no roll-up",
          ),
        ]
      : []),
    ...Object.entries(route.headers ?? {}).map(([name, description]) => header(name, description)),
  ];
}

function answers(operationId: string, route: Route, schemaOf: SchemaOf): Json {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => {
      if (schema === noContent) return [status, { description: 'Done; no body' }];
      const json = schemaOf(`${operationId} ${status}`);
      return [
        status,
        {
          description: status === '201' ? 'Created' : 'Done',
          ...(json.$ref === '#/components/schemas/Item' && {
            headers: { ETag: { $ref: '#/components/headers/ETag' } },
          }),
          content: route.produces ? { [route.produces]: { schema: json } } : jsonContent(json),
        },
      ];
    }),
  );
}

/** Refusals share a body; those with the same status are listed together, with their codes. */
function refusals(route: Route, schemaOf: SchemaOf): Json {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const status = errorStatus[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      String(status),
      { description: codes.join(', '), content: jsonContent(schemaOf('error')) },
    ]),
  );
}

function jsonContent(schema: JsonSchema): Json {
  return { 'application/json': { schema } };
}
