import { errorStatus, wireError } from '@foray/contract';
import { EpochChanged, type Authority } from '@foray/authority';
import type {
  BatchAnswer,
  BatchRequest,
  ErrorCode,
  Position,
  PrivateRowsBody,
} from '@foray/contract';
import { err, ok, type Person, type Result } from '@foray/domain';
import type { CallContext, Reply, Transport } from '@foray/sync';
import type { Census } from '../record/census.ts';
import { drawFault } from '../story/fault-draw.ts';
import { replyTo, runEntries, type LastingFault } from '../story/lasting.ts';
import type { DeviceLife } from '../story/life.ts';
import type { Profile, ProfileSession } from '../story/profile.ts';
import type { VirtualClock } from '../story/clock.ts';
import type { Random } from '../story/random.ts';
import { isOversized, noteEntries } from './noted-entries.ts';
import type { SimServer } from './server.ts';
import type { Faults } from '../story/story.ts';
import type { Trace } from '../record/trace.ts';

/** The server's work for a call, on behalf of the session's user. */
type Work<T> = (
  authority: Authority,
  /** The session's user, and the headers about the device's data. */
  caller: { readonly userId: number } & Pick<CallContext, 'actor' | 'epoch' | 'positions'>,
) => Promise<Result<T, ErrorCode | EpochChanged>>;

/** The duration of a call that fails each time. */
const journeyMs = 30;

/** The headers of a call that anybody may make. */
const unchecked: CallContext = { actor: 0, epoch: null, positions: [], timeoutMs: 30_000 };

/** The world between the tabs and the server. */
export interface NetworkSurroundings {
  readonly clock: VirtualClock;
  readonly server: SimServer;
  readonly trace: Trace;
  readonly census: Census;
  /** The faults that are possible now. */
  readonly faults: Faults;
  /** The lasting fault; null if there is none. */
  readonly lasting: LastingFault | null;
  readonly random: Random;
  /** Whether the server compares X-Actor with the session. */
  readonly checksActor: boolean;
  /** Some requests are too large even by themselves, however often they are sent. */
  readonly hasSizeLimit: boolean;
  /** Receives every batch before it is sent. */
  readonly onBatch: (profile: Profile, batch: BatchRequest) => void;
  /** Receives every response to requests that reaches its tab, and every failed call. */
  readonly onReply: (
    profile: Profile,
    ids: readonly string[],
    reply: Reply<Pick<BatchAnswer, 'results'>>,
  ) => void;
  /** Receives the position up to which the server has marked notifications read. */
  readonly onRead: (userId: number, upTo: number) => void;
  /** Receives private rows that the server has stored. */
  readonly onPrivateRows: (userId: number, rows: PrivateRowsBody['rows']) => void;
  /** Receives the user who has signed in. */
  readonly onSignIn: (user: Person) => void;
  /** Receives unhandled errors. */
  readonly fail: (error: unknown) => void;
}

/** The headers about the device's data, for a call outside of sync cycles. */
export function contextOf({ user, tables }: Profile): CallContext {
  const epoch = tables.meta('epoch').get('server')?.value.epoch ?? null;
  return { actor: user.id, epoch, positions: [], timeoutMs: 30_000 };
}

/**
 * One call of a tab, with the session's checks and all the faults; no call succeeds while the tab is offline.
 */
export function askServer<T>(
  world: NetworkSurroundings,
  { browser, number, visit }: Profile,
  life: DeviceLife,
  name: string,
  context: CallContext,
  work: Work<T>,
  entries: BatchRequest['requests'] = [],
): Promise<Reply<T>> {
  return life.during(async () => {
    if (world.clock.nowMs() < browser.offlineUntilMs) {
      world.census.note('fault', 'offline');
      return { kind: 'noAnswer', why: 'network' };
    }
    const failed = replyTo(world.lasting, name, entries);
    if (failed !== null) {
      await world.clock.sleep(journeyMs);
      world.trace.note(`${number} ${name} fails each time`);
      return failed;
    }
    return travel(world, visit ?? browser.session, `${number} ${name}`, context, work);
  });
}

/** The way from one tab to the server: below HTTP, with the session's checks and all the faults. */
export function networkFor(
  world: NetworkSurroundings,
  profile: Profile,
  life: DeviceLife,
): Transport {
  const { browser } = profile;
  const call = <T>(
    name: string,
    context: CallContext,
    work: Work<T>,
    entries?: BatchRequest['requests'],
  ): Promise<Reply<T>> => askServer(world, profile, life, name, context, work, entries);
  const unused = (): never => {
    throw new Error('the simulated people do not ask that');
  };
  return {
    fetchItems: (type, since, limit, context) =>
      call(`items ${type} ${since}`, context, (authority, caller) =>
        authority.delta(caller, { type, since, limit }),
      ),
    fetchChanges: (since, limit, context) =>
      call(`changes ${since}`, context, (authority, caller) =>
        authority.changes(caller, { since, limit }),
      ),
    fetchStreams: (query, context) =>
      call(`pull ${JSON.stringify(query)}`, context, (authority, caller) =>
        authority.pull(caller, query),
      ),
    selfCheck: (_differs, context) =>
      call('self-check', context, async (authority, caller) => ({
        ok: true,
        value: await authority.selfCheck(caller),
      })),
    sendBatch: async (batch, context) => {
      world.onBatch(profile, batch);
      const sent = JSON.parse(JSON.stringify(batch)) as BatchRequest;
      const keys = sent.requests.map(({ id }) => id);
      const ids = keys.map((key) => key.slice(-6)).join();
      const work: Work<BatchAnswer> = async (authority, caller) => {
        const most = world.faults.tooLarge === undefined ? 200 : 1 + world.random.below(4);
        if (sent.requests.length > most) return err('too_large');
        if (world.hasSizeLimit && sent.requests.some(isOversized)) return err('too_large');
        const isPatient = world.faults.impatient === undefined;
        // At least the first entry is run: on a server that is not slow, nothing takes time.
        const patienceMs = isPatient ? 10_000 : world.random.pick([0, 0, 200]);
        const deadlineMs = world.clock.nowMs() + patienceMs;
        const answer = await runEntries(world.lasting, sent.requests, (entries) =>
          authority.batch(caller, entries, deadlineMs, sent.pull),
        );
        noteEntries(world, sent, answer);
        return ok(answer);
      };
      const reply = await call(`batch ${ids}`, context, work, sent.requests);
      world.onReply(profile, keys, reply);
      return reply;
    },
    sendOne: async ({ id, url, data }, context) => {
      if (url === '/api/private') {
        const { rows } = JSON.parse(JSON.stringify(data)) as PrivateRowsBody;
        const reply = await call('private', context, async (authority, caller) => {
          const put = await authority.putPrivateRows(caller, rows);
          if (!put.ok) return err(put.error);
          world.onPrivateRows(caller.userId, rows);
          return ok({ results: [] });
        });
        world.onReply(profile, [id], reply);
        return reply;
      }
      const reply = await call('read', context, async (authority, caller) => {
        const upTo = Number(data?.['up_to']);
        await authority.markRead(caller, upTo);
        world.onRead(caller.userId, upTo);
        return ok({ results: [] });
      });
      world.onReply(profile, [id], reply);
      return reply;
    },
    config: unused,
    me: unused,
    login: async ({ phone, name }) => {
      const who = { phone, name, placeholder: false, verified: false };
      const reply = await call(`login ${phone}`, unchecked, async (authority) =>
        ok({ user: await authority.signIn(who) }),
      );
      if (reply.kind !== 'answer') return reply;
      const { user } = reply.body;
      browser.session = { userId: user.id, isOver: false };
      world.onSignIn(user);
      return reply;
    },
    logout: () => {
      // The session is that of the cookie when the call leaves, not a later one.
      const { session } = browser;
      return call('logout', unchecked, async () => {
        session.isOver = true;
        return ok(null);
      });
    },
  };
}

async function travel<T>(
  world: NetworkSurroundings,
  /** The session named by the browser's cookie when the request leaves. */
  session: ProfileSession,
  name: string,
  context: CallContext,
  work: Work<T>,
): Promise<Reply<T>> {
  const { clock, random } = world;
  const fault = drawFault<T>(random, world.faults, (fault, how) =>
    world.census.note('fault', fault, ...(how === undefined ? [] : [how])),
  );
  const deliver = (): Promise<Reply<T>> => answer(world, name, session, context, work);
  if (fault.isHung) return new Promise<never>(() => undefined);
  const { againMs } = fault;
  if (againMs !== null) clock.after(againMs, () => void deliver().catch(world.fail));
  await clock.sleep(fault.outMs);
  if (fault.insteadOfServer !== null) {
    world.trace.note(`${name} ${fault.insteadOfServer.kind} on the way`);
    return fault.insteadOfServer;
  }
  const reply = await deliver();
  await clock.sleep(fault.backMs);
  return fault.insteadOfAnswer ?? reply;
}

async function answer<T>(
  world: NetworkSurroundings,
  name: string,
  session: ProfileSession,
  context: CallContext,
  work: Work<T>,
): Promise<Reply<T>> {
  const { server } = world;
  const serverNow = server.authority.now();
  const refuse = (code: ErrorCode, changed: EpochChanged | null = null): Reply<T> => {
    world.trace.note(`${name} refused ${code}`);
    world.census.note('call', name.split(' ')[1] ?? '', code);
    const { position = null, knownHead = null } = changed ?? {};
    const meta = { serverNow, position, knownHead, retryAfterMs: null };
    return { kind: 'refusal', status: errorStatus[code], error: wireError(code), ...meta };
  };
  const { actor, epoch, positions } = context;
  const { userId: sessionUserId } = session;
  const isOver = session.isOver || server.hasEnded(session.userId);
  if (context !== unchecked && isOver) return refuse('unauthenticated');
  if (context !== unchecked && world.checksActor && sessionUserId !== actor) {
    return refuse('wrong_actor');
  }
  let position: Position | null = null;
  const onPosition = ({ run, head }: Position): void => void (position = { run, head });
  // As if the person had just signed in: a guest's items may wait for months of the story.
  const caller = {
    userId: sessionUserId,
    signedInAt: serverNow,
    actor,
    epoch,
    positions,
    onPosition,
  };
  const handled = await server.handle((authority) => inEpoch(work(authority, caller)));
  if (handled.kind === 'down') {
    if (world.random.chance(0.5)) return refuse('unavailable');
    world.trace.note(`${name} down`);
    return { kind: 'noAnswer', why: 'network' };
  }
  const { value } = handled;
  if (!value.ok) {
    const { error } = value;
    return error instanceof EpochChanged ? refuse('epoch_changed', error) : refuse(error);
  }
  world.trace.note(`${name} answered`);
  world.census.note('call', name.split(' ')[1] ?? '', 'answered');
  const meta = { serverNow: server.authority.now(), position };
  return { kind: 'answer', status: 200, body: value.value, ...meta };
}

/** The refusal of a call whose device has another history. */
async function inEpoch<T>(
  work: Promise<Result<T, ErrorCode | EpochChanged>>,
): Promise<Result<T, ErrorCode | EpochChanged>> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EpochChanged) return err(error);
    throw error;
  }
}
