import { readFile } from 'node:fs/promises';
import { errorStatus } from '../errors/errors.ts';
import { openApiDocument } from './openapi.ts';
import { refusalsOf, type Route } from './route.ts';
import { routes } from './routes.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, object> }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as ReturnType<
  typeof openApiDocument
>;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [method, path, operation as unknown as Operation] as const,
  ),
);

test('openapi.json matches the table of routes', async () => {
  const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  expect(
    `${JSON.stringify(openApiDocument(), null, 2)}\n` === committed,
    'openapi.json is stale; write it again: npm run openapi -w packages/contract',
  ).toBe(true);
});

test('every route is one operation', () => {
  const described = operations.map(
    ([method, path, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
  );
  const table = Object.entries<Route>(routes).map(
    ([name, { method, path }]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${name}`,
  );
  expect(described.toSorted()).toEqual(table.toSorted());
});

/** Every object inside a JSON value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  return [object, ...Object.values(object).flatMap(objectsIn)];
}

test('every reference resolves, and everything shared is used', () => {
  const references = objectsIn(document).flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [$ref] : [],
  );
  for (const reference of references) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    expect(found, reference).toBeTypeOf('object');
  }
  for (const id of Object.keys(document.components['schemas'] ?? {})) {
    expect(references, id).toContain(`#/components/schemas/${id}`);
  }
});

test('[METRIC-11] the age of the queue is described as an optional header of a batch, and of no other route', () => {
  const described = operations.flatMap(([method, path, { parameters = [] }]) =>
    parameters
      .filter(({ name }) => name === 'x-queue-age')
      .map((one) => [method, path, one.in, one.required]),
  );
  expect(described).toEqual([['post', '/api/batch', 'header', false]]);
});

test('no JSON Schema keyword remains that OpenAPI does not know', () => {
  for (const object of objectsIn(document.components['schemas'])) {
    for (const key of ['$defs', '$schema', '$id', '~standard'])
      expect(object).not.toHaveProperty(key);
  }
});

describe.each(operations)('%s %s', (method, path, operation) => {
  const route = Object.entries<Route>(routes).find(([name]) => name === operation.operationId)?.[1];

  test('describes its input', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = operation.parameters ?? [];
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    for (const parameter of parameters) {
      expect(parameter.schema, parameter.name).toHaveProperty('type');
      if (parameter.in === 'path') expect(parameter.required).toBe(true);
    }
    const names = parameters.map((one) => `${one.in} ${one.name}`);
    expect(new Set(names).size).toBe(names.length);
    if (method === 'get') expect(operation.requestBody).toBeUndefined();
    expect(operation.requestBody !== undefined).toBe(route?.body !== undefined);
  });

  test('describes its responses, including refusals', () => {
    const { responses } = operation;
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description).not.toBe('');
      expect(content === undefined).toBe(status === '204');
    }
    for (const code of route ? refusalsOf(route) : []) {
      expect(responses[errorStatus[code]]?.description.split(', ')).toContain(code);
    }
  });
});
