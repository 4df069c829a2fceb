import { headerNames } from '@foray/contract';
import { z } from 'zod';

/** The parts of a schema that are read here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface DocumentedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** One operation, as the document describes it. */
export interface ApiOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly isBodyRequired: boolean;
  readonly needsSession: boolean;
  /** It can wait in the queue of a device, and be part of a batch. */
  readonly isQueued: boolean;
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

/** An OpenAPI document as a server publishes it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly security: readonly unknown[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

/** A response as it arrived, with its headers in lower case. */
export interface ContractAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** Parsed; undefined without JSON. */
  readonly body: unknown;
}

/** The published document's description of requests and responses; nothing else is known here. */
export class Contract {
  readonly operations: readonly ApiOperation[];
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #closed: unknown;
  readonly #readers = new Map<Schema, z.ZodType>();

  constructor({ paths, components }: OpenApi) {
    this.#schemas = components.schemas;
    this.#closed = Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [name, closed(schema)]),
    );
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, documented]) => operationOf(path, method, documented)),
    );
  }

  /** The operation of this name. */
  of(operationId: string): ApiOperation {
    const found = this.operations.find((one) => one.operationId === operationId);
    if (found === undefined) throw new Error(`the document has no operation ${operationId}`);
    return found;
  }

  /** The operation of a method and a sent path; null if there is none. */
  match(method: string, sentPath: string): ApiOperation | null {
    const parts = (sentPath.split(/[?#]/, 1)[0] ?? '').split('/');
    const fits = (path: string): boolean => {
      const wanted = path.split('/');
      return (
        wanted.length === parts.length &&
        wanted.every((part, at) => part.startsWith('{') || part === parts[at])
      );
    };
    const found = this.operations.filter((one) => one.method === method && fits(one.path));
    // A literal path takes precedence over a parameter.
    return found.toSorted((a, b) => parametersIn(a.path) - parametersIn(b.path))[0] ?? null;
  }

  /** A schema without its reference. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.#schemas[name] ?? {});
  }

  /** Whether the body of an operation has a field of this name. */
  takes({ body }: ApiOperation, name: string): boolean {
    return this.resolve(body ?? {}).properties?.[name] !== undefined;
  }

  /** A violation of the document by a response, as a sentence; null if it is allowed. */
  problemOf(
    { responses }: ApiOperation,
    { status, headers, text, body }: ContractAnswer,
  ): string | null {
    const documented = responses[status];
    if (documented === undefined) return `status ${status} is not in the document`;
    const lacking = Object.keys(documented.headers ?? {}).find(
      (name) => headers[name.toLowerCase()] === undefined,
    );
    if (lacking !== undefined) return `${status} lacks the header ${lacking}`;
    const [media, content] = Object.entries(documented.content ?? {})[0] ?? [];
    if (media === undefined || content === undefined) {
      return text === '' ? null : `${status} has a body`;
    }
    const sent = String(headers['content-type']).split(';')[0];
    if (sent !== media) return `${status} is ${sent}, not ${media}`;
    if (media !== 'application/json') return null;
    const parsed = this.#reader(content.schema).safeParse(body);
    if (!parsed.success) return `${status} has another body: ${parsed.error.message}`;
    if (status < 400) return null;
    const { code } = (body as { readonly error: { readonly code: string } }).error;
    const codes = documented.description.split(', ');
    return codes.includes(code) ? null : `${code} is not in the document for ${status}`;
  }

  #reader(schema: Schema): z.ZodType {
    const known = this.#readers.get(schema);
    if (known !== undefined) return known;
    const whole = { ...(closed(schema) as object), $defs: this.#closed };
    const reader = z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]);
    this.#readers.set(schema, reader);
    return reader;
  }
}

function operationOf(path: string, method: string, documented: Documented): ApiOperation {
  const { operationId, parameters = [], security, requestBody, responses } = documented;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body: requestBody?.content['application/json']?.schema ?? null,
    isBodyRequired: requestBody?.required === true,
    needsSession: security.length > 0,
    isQueued: parameters.some(({ name }) => name === headerNames.idempotencyKey),
    responses,
  };
}

const parametersIn = (path: string): number => path.split('{').length;

/**
 * A closed schema of responses: the document allows fields that it does not describe, for older readers, but
 * this server sends none. References are where JSON Schema has them, and a uuid may be of any version.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/components/schemas/', '#/$defs/') : closed(inner),
    ]),
  );
  if (copy['format'] === 'uuid') {
    const { format: _, ...rest } = copy;
    return { ...rest, pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
  }
  const isOpen = copy['type'] === 'object' && copy['additionalProperties'] === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
