import { headerNames, minProtocol, parsePositions } from '@foray/contract';
import type { Position } from '@foray/contract';
import type { FastifyRequest } from 'fastify';

/** Whether a device uses a protocol that is no longer supported; a plain client names none. */
export function isTooOld(request: FastifyRequest): boolean {
  const named = header(request, headerNames.protocol);
  return named !== null && !(Number(named) >= minProtocol);
}

/**
 * Adapts a response to the device's protocol: before 2 a change that ended its right to see the item was
 * answered without the item. A plain client names no protocol and uses the newest.
 */
export function answeredTo<Body>(request: FastifyRequest, body: Body): Body | null {
  const named = header(request, headerNames.protocol);
  const isUnseen =
    typeof body === 'object' && body !== null && 'permission' in body && body.permission === null;
  return isUnseen && named !== null && Number(named) < 2 ? null : body;
}

/** Whether the data that a device holds is another user's; false if the client names no user. */
export function isOtherActor(request: FastifyRequest, userId: number): boolean {
  const actor = header(request, headerNames.actor);
  return actor !== null && actor !== String(userId);
}

/**
 * Whether a page of another origin sent the request, as far as the browser says so: by Sec-Fetch-Site, else
 * by Origin, which is compared with the host of `publicUrl`, or with the requested host. A client that
 * sends neither header, such as one that is not a browser, does not count.
 */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const site = header(request, 'sec-fetch-site');
  if (site !== null) return site !== 'same-origin';
  const origin = header(request, 'origin');
  if (origin === null) return false;
  const hosts = publicUrl === null ? [request.host] : [request.host, new URL(publicUrl).host];
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/**
 * The position of a device whose header cannot be read: it is in no history, so that the device starts
 * again.
 */
const unreadable: readonly Position[] = [{ run: 'unreadable', head: 1 }];

/** The positions that a device holds; none if the client names none. */
export function positionsOf(request: FastifyRequest): readonly Position[] {
  const named = header(request, headerNames.position);
  if (named === null) return [];
  const parsed = parsePositions(named);
  return parsed.ok ? parsed.value : unreadable;
}

/** The value of a header, or null if it is absent. */
export function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
