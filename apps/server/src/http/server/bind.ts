import { noContent, parseRequest, routes } from '@foray/contract';
import type { OperationId, Route } from '@foray/contract';
import { maxBodyBytes } from '@foray/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { z } from 'zod';
import { bytesOfBody, NoRoomForBody } from '../limits/body-room.ts';
import type { BodyRoom, HeldBody } from '../limits/body-room.ts';
import { refuse, sendRefusal } from '../wire/errors.ts';
import type { RouteRefusal } from '../wire/errors.ts';
import { isBoundedCall } from '../auth/guard.ts';
import type { CallerSession, Guard } from '../auth/guard.ts';
import type { Turns } from '../limits/turns.ts';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<R extends Route, Name extends keyof Route> = R extends { readonly [N in Name]: infer S }
  ? Output<S>
  : undefined;

/** A request of a route, parsed by its schemas, with the session that the route needs. */
export interface RouteRequest<R extends Route> {
  readonly params: Part<R, 'params'>;
  readonly query: Part<R, 'query'>;
  readonly body: Part<R, 'body'> | (R extends { readonly bodyOptional: true } ? undefined : never);
  readonly session: R['auth'] extends 'session' ? CallerSession : CallerSession | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A success in the route's table. */
export type Success<R extends Route> = {
  [Status in keyof R['answers'] & number]: {
    readonly status: Status;
    readonly body: Output<R['answers'][Status]>;
  };
}[keyof R['answers'] & number];

/**
 * The handler of a route: reads the request, calls the use case, returns the response. 'sent': it has
 * responded by itself.
 */
export type Handler<R extends Route> = (
  request: RouteRequest<R>,
) => Promise<Success<R> | RouteRefusal | 'sent'>;

/** The operations that change one item, which `bindItemChanges` binds together. */
type ItemChange = {
  [Op in OperationId]: (typeof routes)[Op] extends { readonly changes: 'item' } ? Op : never;
}[OperationId];

/** A handler for each of the operations. */
export type Handlers<Ops extends Exclude<OperationId, ItemChange>> = {
  readonly [Op in Ops]: Handler<(typeof routes)[Op]>;
};

/** The limits that a route applies before its handler. */
export interface RouteLimits {
  readonly guard: Guard;
  /** The queues of an account's concurrent calls; searches have separate ones. */
  readonly callTurns: Turns;
  /** The limit of an account's bytes of bodies at once. */
  readonly bodyRoom: BodyRoom;
}

/** Enough for the body of any call without account limits: numbers, names and codes. */
const maxUncountedBodyBytes = 16_384;

/** The entrance of a route, for bodies up to a size. */
function entranceOf({ guard, bodyRoom }: RouteLimits, route: Route, maxBytes: number) {
  const isCounted = route.auth !== 'none' && isBoundedCall(route);
  const bodyLimit = isCounted ? maxBytes : maxUncountedBodyBytes;
  return {
    bodyLimit,
    onRequest: guard(route),
    async preParsing(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) {
      const { session } = request;
      const bytes = bytesOfBody(request, bodyLimit);
      // A body that is too large is not read at all.
      if (!isCounted || session === null || bytes === 0 || bytes > bodyLimit) return payload;
      request.heldBody = bodyRoom(session.userId, bytes, reply);
      if (request.heldBody === null) throw new NoRoomForBody();
      return payload;
    },
  };
}

/** Runs a call when it is next; null, without running, if the account has too many calls. */
function inTurn<T>(
  { callTurns }: RouteLimits,
  route: Route,
  { session, heldBody }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T | null> {
  const isOwnLine = session === null || !isBoundedCall(route) || route === routes.searchItems;
  if (isOwnLine) return work();
  const take = () => callTurns.take(session.userId, work);
  return heldBody === null ? take() : heldBody.during(take);
}

const tooMany = () => refuse('rate_limited', { retryAfterSeconds: 1 });

/** Binds every operation of `handlers` to its route of the contract's table. */
export function bindRoutes<Ops extends Exclude<OperationId, ItemChange>>(
  app: FastifyInstance,
  entrance: RouteLimits,
  handlers: Handlers<Ops>,
  bodyLimits: Partial<Record<Ops, number>> = {},
): void {
  for (const operation of Object.keys(handlers) as Ops[]) {
    const route: Route = routes[operation];
    const handle = handlers[operation] as unknown as Handler<Route>;
    app.route({
      method: route.method,
      url: route.path,
      ...entranceOf(entrance, route, bodyLimits[operation] ?? maxBodyBytes),
      handler: async (request, reply) => {
        const input = readInput(route, request);
        if ('refusal' in input) return sendRefusal(reply, input);
        const { session } = request;
        const answer = await inTurn(entrance, route, request, () =>
          handle({ ...input, session, request, reply } as RouteRequest<Route>),
        );
        if (answer === null) return sendRefusal(reply, tooMany());
        if (answer === 'sent') return reply;
        if ('refusal' in answer) return sendRefusal(reply, answer);
        if (route.answers[answer.status] === noContent) return reply.code(answer.status).send();
        return reply.code(answer.status).send(answer.body);
      },
    });
  }
}

/**
 * Runs a change of one item, and resolves with a function that sends its answer: returning a reply would wait
 * until it was sent.
 */
export type HandleItemChange = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: CallerSession,
) => Promise<() => FastifyReply>;

/**
 * Binds every route that changes one item to the same handler, because the contract reads these requests
 * itself.
 */
export function bindItemChanges(
  app: FastifyInstance,
  entrance: RouteLimits,
  handle: HandleItemChange,
): void {
  for (const route of Object.values<Route>(routes)) {
    if (route.changes !== 'item') continue;
    app.route({
      method: route.method,
      url: route.path,
      ...entranceOf(entrance, route, maxBodyBytes),
      handler: async (request, reply) => {
        const { session } = request;
        if (session === null) throw new Error('the guard let a request in without session');
        const work = () => handle(request, reply, session);
        const send = await inTurn(entrance, route, request, work);
        return send === null ? sendRefusal(reply, tooMany()) : send();
      },
    });
  }
}

type Input = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };

function readInput(route: Route, request: FastifyRequest): Input | RouteRefusal {
  const parts: [keyof Input, z.ZodType | undefined, unknown][] = [
    ['params', route.params, request.params],
    ['query', route.query, request.query],
    ['body', route.body, request.body],
  ];
  const input: Record<string, unknown> = {};
  for (const [name, schema, value] of parts) {
    if (schema === undefined) continue;
    if (name === 'body' && value === undefined && route.bodyOptional) continue;
    const parsed = parseRequest(schema, value);
    if (!parsed.ok) return { refusal: parsed.error };
    input[name] = parsed.value;
  }
  return input;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The space reserved for its body; null if it has none, or if bodies are not counted. */
    heldBody: HeldBody | null;
  }
}
