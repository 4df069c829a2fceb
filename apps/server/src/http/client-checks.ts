import { headerNames, minProtocol } from '@foray/contract';
import type { ErrorCode } from '@foray/contract';
import type { FastifyRequest } from 'fastify';

/** Whether a device speaks a protocol that is no longer understood; a plain client names none. */
export function isTooOld(request: FastifyRequest): boolean {
  const named = header(request, headerNames.protocol);
  return named !== null && !(Number(named) >= minProtocol);
}

/**
 * Why the data that a device holds does not go with this session and this history (sync.md, section
 * 2): another user's, or of another epoch. Null if it does, or if the client names neither.
 */
export function mismatchOf(
  request: FastifyRequest,
  userId: number,
  epoch: string,
): Extract<ErrorCode, 'wrong_actor' | 'epoch_changed'> | null {
  const actor = header(request, headerNames.actor);
  if (actor !== null && actor !== String(userId)) return 'wrong_actor';
  const known = header(request, headerNames.epoch);
  return known !== null && known !== epoch ? 'epoch_changed' : null;
}

/** The value of a header, or null if it is absent. */
export function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
