import { EpochChanged, StoreUnavailable } from '@foray/authority';
import { errorStatus, formatPosition, headerNames, wireError } from '@foray/contract';
import type { ErrorCode, WireError } from '@foray/contract';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { awayFields, databaseFailure } from '../../db/pool/failure.ts';
import { NoRoomForBody } from '../limits/body-room.ts';
import { NestedTooDeep } from './json-body.ts';

/** A handler's refusal: an expected failure, as a value. */
export interface RouteRefusal {
  readonly refusal: WireError;
  /** How long to wait before a retry, if that is known. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The refusal of a code with its standard message. */
export function refuse(
  code: ErrorCode,
  details: Pick<WireError, 'fields' | 'proof'> & { readonly retryAfterSeconds?: number } = {},
): RouteRefusal {
  const { retryAfterSeconds, ...more } = details;
  return {
    refusal: wireError(code, more),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** The refusal for a device that received data that this history lacks (sync.md, section 2). */
export function refuseEpoch({ position, knownHead }: EpochChanged): RouteRefusal {
  const headers = {
    [headerNames.position]: formatPosition(position),
    [headerNames.knownHead]: String(knownHead),
  };
  return { ...refuse('epoch_changed'), headers };
}

/** Sends a refusal in the common format: {error: {code, message, fields?, item?}}. */
export function sendRefusal(reply: FastifyReply, refused: RouteRefusal): FastifyReply {
  const { refusal, retryAfterSeconds, headers } = refused;
  reply.errorCode = refusal.code;
  if (headers !== undefined) reply.headers(headers);
  if (retryAfterSeconds !== undefined) reply.header(headerNames.retryAfter, retryAfterSeconds);
  return reply.code(errorStatus[refusal.code]).send({ error: refusal });
}

/**
 * The one error handler: any error becomes a refusal with a code of the contract. An error of the server is
 * `internal`, and is logged. While the server is unavailable, devices wait for `retryAfterSeconds`.
 */
export function createErrorHandler(retryAfterSeconds: number) {
  return (
    error: FastifyError | EpochChanged | NestedTooDeep | NoRoomForBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (error instanceof EpochChanged) return sendRefusal(reply, refuseEpoch(error));
    if (error instanceof NestedTooDeep) {
      return sendRefusal(reply, refuse('invalid', { fields: { body: 'malformed' } }));
    }
    if (error instanceof NoRoomForBody) {
      return sendRefusal(reply, refuse('rate_limited', { retryAfterSeconds: 1 }));
    }
    const code = codeOf(error, request.method);
    if (code === 'internal') logBug(request.log, error);
    if (code === 'unavailable') request.log.warn(awayFields(error), 'unavailable');
    return sendRefusal(reply, refuse(code, code === 'unavailable' ? { retryAfterSeconds } : {}));
  };
}

/** Answers an unknown path or method. */
export function handleNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendRefusal(reply, refuse('not_found'));
}

/** Logs a bug without any text that a person wrote: its kind, its place, and the database's codes. */
export function logBug(log: FastifyBaseLogger, error: unknown): void {
  log.error(bugFields(error), 'bug');
}

/** The fields of an error that may be logged: where it was thrown and its codes, but no quotes. */
export function bugFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { bug: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const fields = { bug: error.name, at: frames.map((line) => line.trim()) };
  if (error instanceof pg.DatabaseError) {
    // The fields message, detail and where may quote values.
    const { code, table, column, constraint, routine } = error;
    return { ...fields, state: code, table, column, constraint, routine };
  }
  // A SyntaxError quotes the text that it could not parse.
  return error instanceof SyntaxError ? fields : { ...fields, message: error.message };
}

/**
 * The fields to log for a failure that no caller waits for: those of a bug, or of an unavailable database.
 */
export function failureFields(error: unknown): Record<string, unknown> {
  return error instanceof StoreUnavailable
    ? { bug: error.name, ...awayFields(error) }
    : bugFields(error);
}

function codeOf(error: FastifyError, method: string): ErrorCode {
  if (error instanceof StoreUnavailable || databaseFailure(error) !== 'bug') return 'unavailable';
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too_large';
  if (error.code === 'FST_UNDER_PRESSURE') return 'unavailable';
  // Any other error of Fastify about a body means that it is not the expected JSON.
  if (error.code?.startsWith('FST_ERR_CTP_')) return 'bad_json';
  if (error.statusCode === 429) return 'rate_limited';
  if (error.statusCode === 413) return 'too_large';
  if (error.statusCode === 404) return 'not_found';
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    // A read has no body that could be wrong, so its path is: for example one that leads outside the app.
    return method === 'GET' || method === 'HEAD' ? 'not_found' : 'bad_json';
  }
  return 'internal';
}

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was sent, for the log; null for a success. */
    errorCode: ErrorCode | null;
  }
}
