import { errorStatus, wireError } from '@foray/contract';
import type { BatchRequest, ErrorCode } from '@foray/contract';
import type { Authority } from '@foray/authority';
import { err, ok } from '@foray/domain';
import type { Person, Result } from '@foray/domain';
import type { CallContext, Reply, Transport } from '@foray/sync';
import { drawFate } from './fate.ts';
import type { Life } from './life.ts';
import type { Profile, Session } from './profile.ts';
import type { VirtualClock } from './clock.ts';
import type { Random } from './random.ts';
import type { SimServer } from './server.ts';
import type { Faults } from './story.ts';
import type { Trace } from './trace.ts';

/** What the server does for a call, in the name of the session's user. */
type Work<T> = (
  authority: Authority,
  /** Whose session it is, and what the device says of its data. */
  caller: { readonly userId: number } & Pick<CallContext, 'actor' | 'epoch'>,
) => Promise<Result<T, ErrorCode>>;

/** Of a call that anybody may make. */
const unchecked: CallContext = { actor: 0, epoch: null, timeoutMs: 30_000 };

/** What lies between the tabs and the server. */
export interface Surroundings {
  readonly clock: VirtualClock;
  readonly server: SimServer;
  readonly trace: Trace;
  /** What may go wrong now. */
  readonly faults: Faults;
  readonly random: Random;
  /** The server compares X-Actor with the session. */
  readonly checksActor: boolean;
  /** The server compares X-Epoch with its own. */
  readonly checksEpoch: boolean;
  /** Some requests are too large even alone; that does not pass, however often they are sent. */
  readonly hasSizeLimit: boolean;
  /** Told of every batch before it leaves. */
  readonly onBatch: (profile: Profile, batch: BatchRequest) => void;
  /** The account of a phone number. */
  readonly personWith: (phone: string) => Person;
  /** Told of an error that nobody awaits. */
  readonly fail: (error: unknown) => void;
}

/** The way from one tab to the server: below HTTP, with the session's checks and all the faults. */
export function networkFor(world: Surroundings, profile: Profile, life: Life): Transport {
  const { browser, number } = profile;
  const call = <T>(name: string, context: CallContext, work: Work<T>): Promise<Reply<T>> =>
    life.during(() => {
      const session = profile.visit ?? browser.session;
      return travel(world, session, `${number} ${name}`, context, work);
    });
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
    selfCheck: (_differs, context) =>
      call('self-check', context, async (authority, caller) => ({
        ok: true,
        value: await authority.selfCheck(caller),
      })),
    sendBatch: (batch, context) => {
      world.onBatch(profile, batch);
      const sent = JSON.parse(JSON.stringify(batch)) as BatchRequest;
      const ids = sent.requests.map(({ id }) => id.slice(-6)).join();
      return call(`batch ${ids}`, context, async (authority, caller) => {
        const most = world.faults.tooLarge === undefined ? 200 : 1 + world.random.below(4);
        if (sent.requests.length > most) return err('too_large');
        if (world.hasSizeLimit && sent.requests.some(isOversized)) return err('too_large');
        const patienceMs = world.faults.impatient === undefined ? 10_000 : world.random.below(300);
        const deadlineMs = world.clock.nowMs() + patienceMs;
        return { ok: true, value: await authority.batch(caller, sent.requests, deadlineMs) };
      });
    },
    sendOne: unused,
    config: unused,
    me: unused,
    login: async ({ phone }) => {
      const user = world.personWith(phone);
      const reply = await call(`login ${user.id}`, unchecked, async () => ok({ user }));
      if (reply.kind === 'answer') browser.session = { userId: user.id, isOver: false };
      return reply;
    },
    logout: () => {
      // The one that the cookie names when the call leaves: a later one is not meant.
      const { session } = browser;
      return call('logout', unchecked, async () => {
        session.isOver = true;
        return ok(null);
      });
    },
  };
}

/** A request that is refused for its size, under this key: one in sixteen. */
function isOversized({ id }: BatchRequest['requests'][number]): boolean {
  return id.endsWith('7');
}

async function travel<T>(
  world: Surroundings,
  /** What the cookie that the browser holds when the request leaves names. */
  session: Session,
  name: string,
  context: CallContext,
  work: Work<T>,
): Promise<Reply<T>> {
  const { clock, random } = world;
  const fate = drawFate<T>(random, world.faults);
  const deliver = (): Promise<Reply<T>> => answer(world, name, session, context, work);
  if (fate.isHung) return new Promise<never>(() => undefined);
  const { againMs } = fate;
  if (againMs !== null) clock.after(againMs, () => void deliver().catch(world.fail));
  await clock.sleep(fate.outMs);
  if (fate.insteadOfServer !== null) {
    world.trace.note(`${name} ${fate.insteadOfServer.kind} on the way`);
    return fate.insteadOfServer;
  }
  const reply = await deliver();
  await clock.sleep(fate.backMs);
  return fate.insteadOfAnswer ?? reply;
}

async function answer<T>(
  world: Surroundings,
  name: string,
  session: Session,
  context: CallContext,
  work: Work<T>,
): Promise<Reply<T>> {
  const { server } = world;
  const serverNow = server.authority.now();
  const refuse = (code: ErrorCode): Reply<T> => {
    world.trace.note(`${name} refused ${code}`);
    const status = errorStatus[code];
    return { kind: 'refusal', status, error: wireError(code), serverNow, retryAfterMs: null };
  };
  const { actor, epoch } = context;
  const { userId: sessionUserId } = session;
  if (context !== unchecked && session.isOver) return refuse('unauthenticated');
  if (context !== unchecked && world.checksActor && sessionUserId !== actor) {
    return refuse('wrong_actor');
  }
  if (world.checksEpoch && epoch !== null && epoch !== server.store.epoch) {
    return refuse('epoch_changed');
  }
  const handled = await server.handle((authority) =>
    work(authority, { userId: sessionUserId, actor, epoch }),
  );
  if (handled.kind === 'down') {
    if (world.random.chance(0.5)) return refuse('unavailable');
    world.trace.note(`${name} down`);
    return { kind: 'noAnswer', why: 'network' };
  }
  const { value } = handled;
  if (!value.ok) return refuse(value.error);
  world.trace.note(`${name} answered`);
  return { kind: 'answer', status: 200, body: value.value, serverNow: server.authority.now() };
}
