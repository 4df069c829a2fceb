import {
  errorStatus,
  headerNames,
  formatPosition,
  minProtocol,
  parseRef,
  parseRequest,
  protocol,
  routes,
  wireError,
} from '@foray/contract';
import type { ErrorCode, OperationId, Route } from '@foray/contract';
import { isPhoneEntry, phoneDigits, type Result } from '@foray/domain';
import type { Authority } from '../authority.ts';
import type { EpochChangedError } from '../epochs/epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';

/** The answer to a call. */
export interface ServerAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The sessions that a route needs beside the authority: they know who is signed in here. */
export interface RouteSessions {
  readonly begin: (userId: number) => void;
  readonly end: () => void;
}

type Output<S> = S extends { readonly _zod: { readonly output: infer O } } ? O : undefined;
type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S }
  ? Output<S>
  : undefined;
interface Input<R> {
  readonly params: Part<R, 'params'>;
  readonly query: Part<R, 'query'>;
  readonly body: Part<R, 'body'>;
}
type Handlers = {
  readonly [Op in OperationId]?: (
    input: Input<(typeof routes)[Op]>,
    caller: Caller,
  ) => Promise<ServerAnswer> | ServerAnswer;
};

/** The code that a server in open mode accepts, and the default name. */
const openCode = '123456';
const placeholderName = 'New user';

export function refusal(code: ErrorCode, fields?: Readonly<Record<string, string>>): ServerAnswer {
  return { status: errorStatus[code], body: { error: wireError(code, fields && { fields }) } };
}

export function refusedEpoch({ position, knownHead }: EpochChangedError): ServerAnswer {
  const headers = {
    [headerNames.position]: formatPosition(position),
    [headerNames.knownHead]: String(knownHead),
  };
  return { ...refusal('epoch_changed'), headers };
}

/** A phone number as a server in open mode keeps it; null for an invalid one. */
function openPhone(typed: string): string | null {
  return isPhoneEntry(typed) ? `+${phoneDigits(typed)}` : null;
}

/** The routes of a server in open mode, as thin as the server's own: the authority decides. */
export function routeHandlers(authority: Authority, sessions: RouteSessions): Handlers {
  const done = { status: 204 };
  const ok = (body: unknown): ServerAnswer => ({ status: 200, body });
  const doneIf = (isContact: boolean) => (isContact ? done : refusal('not_found'));
  const page = <T>(read: Result<T, EpochChangedError>) =>
    read.ok ? ok(read.value) : refusedEpoch(read.error);
  const userOr401 = (user: unknown) => (user === null ? refusal('unauthenticated') : ok({ user }));
  return {
    getConfig: () =>
      ok({ protocol, minProtocol, auth: 'open', epoch: authority.epoch(), now: authority.now() }),
    getCsrfCookie: () => done,
    requestLoginCode: ({ body }) =>
      openPhone(body.phone) === null
        ? refusal('invalid', { phone: 'malformed' })
        : ok({ ok: true }),
    async login({ body: { phone: typed, name, code = openCode } }) {
      const phone = openPhone(typed);
      if (phone === null) return refusal('invalid', { phone: 'malformed' });
      if (code !== openCode) return refusal('invalid_code');
      const placeholder = name === placeholderName;
      const user = await authority.signIn({ phone, name, placeholder, verified: false });
      sessions.begin(user.id);
      return ok({ user });
    },
    logout: () => (sessions.end(), done),
    getMe: async (_, caller) => userOr401(await authority.me(caller)),
    async updateMe({ body }, caller) {
      const renamed = await authority.rename(caller, body.name);
      return userOr401(renamed.ok ? renamed.value : null);
    },
    async deleteMe(_, caller) {
      await authority.deleteAccount(caller);
      sessions.end();
      return done;
    },
    endSessions: () => (sessions.end(), done),
    listSessions: () => ok({ data: [] }),
    listSecurityEvents: () => ok({ data: [], next: null }),
    countRecoveryCodes: () => refusal('forbidden'),
    async listItems({ query: { type, page: number, since, limit } }, caller) {
      if (since === undefined) return ok(await authority.list(caller, { type, page: number }));
      return page(await authority.delta(caller, { type, since, limit }));
    },
    searchItems: async ({ query }, caller) => ok(await authority.search(caller, query.q)),
    async getItem({ params }, caller) {
      const ref = parseRef(params.ref);
      const item = ref === null ? null : await authority.get(caller, ref);
      return item === null ? refusal('not_found') : ok(item);
    },
    listTrash: async ({ query }, caller) => ok(await authority.trash(caller, query)),
    async listActivity({ params, query }, caller) {
      const ref = parseRef(params.ref);
      const found = ref === null ? null : await authority.activity(caller, ref, query.page);
      return found === null ? refusal('not_found') : ok(found);
    },
    async listItemActivity({ params, query }, caller) {
      const ref = parseRef(params.ref);
      const found = ref === null ? null : await authority.itemActivity(caller, ref, query.page);
      return found === null ? refusal('not_found') : ok(found);
    },
    runBatch: async ({ body }, caller) =>
      ok(await authority.batch(caller, body.requests, Infinity, body.pull)),
    pullStreams: async ({ query }, caller) => page(await authority.pull(caller, query)),
    listChanges: async ({ query }, caller) => page(await authority.changes(caller, query)),
    selfCheck: async (_, caller) => ok(await authority.selfCheck(caller)),
    async syncContacts({ body: { contacts } }, caller) {
      const numbers = contacts.flatMap((typed) => {
        const phone = openPhone(typed);
        return phone === null ? [] : [{ typed, readings: [phone] }];
      });
      return ok({ ...(await authority.importContacts(caller, numbers)), invalid: [] });
    },
    listMutuals: async (_, caller) => ok({ mutuals: await authority.mutuals(caller) }),
    listBlocked: async (_, caller) => ok({ blocked: await authority.blocked(caller) }),
    removeContact: async ({ params }, caller) =>
      doneIf(await authority.removeContact(caller, params.id)),
    blockContact: async ({ params, body }, caller) =>
      doneIf(await authority.blockContact(caller, params.id, body)),
    unblockContact: async ({ params }, caller) =>
      doneIf(await authority.unblockContact(caller, params.id)),
    async reportContact({ params, body }, caller) {
      const { text = '', block = false, reason } = body;
      return doneIf(await authority.reportContact(caller, params.id, { reason, text, block }));
    },
    async putPrivateRows({ body }, caller) {
      const put = await authority.putPrivateRows(caller, body.rows);
      return put.ok ? done : refusal(put.error);
    },
    async readNotifications({ body }, caller) {
      await authority.markRead(caller, body.up_to);
      return done;
    },
  };
}

/** The route of the contract for a call, with the parts of its path; null if there is none. */
export function findRoute(
  method: string,
  pathname: string,
): { readonly operation: OperationId; readonly params: Record<string, string> } | null {
  for (const operation of Object.keys(routes) as OperationId[]) {
    const route: Route = routes[operation];
    if (route.method !== method) continue;
    const pattern = route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (match !== null) return { operation, params: { ...match.groups } };
  }
  return null;
}

/** Reads a call by the schemas of its route; refuses a call that does not match them. */
export function readInput(
  route: Route,
  parts: Readonly<Record<'params' | 'query' | 'body', unknown>>,
): { readonly input: Input<Route> } | { readonly refused: ServerAnswer } {
  const input: Record<string, unknown> = {};
  for (const name of ['params', 'query', 'body'] as const) {
    const schema = route[name];
    if (schema === undefined || (parts[name] === undefined && route.bodyOptional)) continue;
    const read = parseRequest(schema, parts[name]);
    if (!read.ok)
      return { refused: { status: errorStatus[read.error.code], body: { error: read.error } } };
    input[name] = read.value;
  }
  return { input: input as unknown as Input<Route> };
}
