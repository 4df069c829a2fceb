import { z } from 'zod';

/** One JSON Schema (2020-12), as far as we read it ourselves. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** JSON Schemas that share their named parts, as OpenAPI's components do. */
export interface JsonSchemas {
  /** Every schema with a `meta({ id })`, by that id, sorted. */
  readonly shared: Readonly<Record<string, JsonSchema>>;
  /** The schema given under this name; a reference where it has an id. Throws for another name. */
  readonly of: (name: string) => JsonSchema;
}

/**
 * Describes Zod schemas as JSON Schema, all as a sender sees them: what has a default may be absent,
 * and fields beyond the described ones are allowed, as an older reader must accept a newer server's.
 */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): JsonSchemas {
  const document = z.toJSONSchema(z.object(schemas), { io: 'input' });
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
    shared,
    of(name) {
      const schema = properties[name];
      if (schema === undefined) throw new Error(`No schema is called ${name}`);
      return schema;
    },
  };
}

/** Points references at OpenAPI's components in place of JSON Schema's $defs. */
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
