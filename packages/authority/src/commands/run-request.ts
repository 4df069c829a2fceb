import { parseItemRequest } from '@foray/contract';
import { canonicalJson } from '../store/canonical-json.ts';
import { execute } from './execute.ts';
import type { ExecutePorts } from './execute.ts';
import type { Answer, Caller, CommandRequest } from '../store/request.ts';

/** A request that changes an item, as it arrived, with the values of its headers. */
export interface ItemRequest {
  readonly method: string;
  /** The path, without the host. */
  readonly url: string;
  /** The parsed JSON body; undefined if there was none. */
  readonly data?: unknown;
  /** The Idempotency-Key. */
  readonly opId?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly after?: string | undefined;
  readonly isImport?: boolean | undefined;
}

/** The ports of {@link ExecutePorts}, and those for requests. */
export interface RequestPorts extends ExecutePorts {
  /** A short hash of a long text, collision-free in practice (cryptographic). */
  readonly digest: (text: string) => string;
  /** Called with the error behind the 500 of a batch entry, which is reported nowhere else. */
  readonly reportBug: (error: unknown) => void;
}

/** Parses and runs one request. An unreadable request is refused under its key. */
export async function runRequest(
  ports: RequestPorts,
  caller: Caller,
  request: ItemRequest,
): Promise<Answer> {
  return execute(ports, caller, readRequest(ports, request));
}

/** The change that a request asks for; an unreadable request becomes its final refusal. */
export function readRequest(
  { digest }: Pick<RequestPorts, 'digest'>,
  { method, url, data, opId, ifMatch, after, isImport }: ItemRequest,
): CommandRequest {
  const read = parseItemRequest(method, url, data, isImport);
  const command = read.ok ? read.value : ({ kind: 'unread', refusal: read.error } as const);
  // Equal for the same method, url and data, regardless of the order of fields.
  const said = `${method} ${url} ${canonicalJson(data ?? null)}`;
  const op = opId === undefined ? undefined : { id: opId, fingerprint: digest(said) };
  return { command, op, ifMatch, after, isImport };
}
