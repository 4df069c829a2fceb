import { errorStatus, wireError } from '@foray/contract';
import type { BatchRequest, ErrorCode } from '@foray/contract';
import type { Authority } from '@foray/authority';
import type { Result } from '@foray/domain';
import type { CallContext, Reply, Transport } from '@foray/sync';
import type { Browser } from './browser.ts';
import type { Life } from './life.ts';
import type { VirtualClock } from './clock.ts';
import type { Random } from './random.ts';
import type { SimServer } from './server.ts';
import type { Faults } from './story.ts';
import type { Trace } from './trace.ts';

/** What the server does for a call, in the name of the session's user. */
type Work<T> = (
  authority: Authority,
  caller: { readonly userId: number },
) => Promise<Result<T, ErrorCode>>;

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
  /** Told of every batch before it leaves. */
  readonly onBatch: (browser: Browser, batch: BatchRequest) => void;
  /** Told of an error that nobody awaits. */
  readonly fail: (error: unknown) => void;
}

/** The way from one tab to the server: below HTTP, with the session's checks and all the faults. */
export function networkFor(world: Surroundings, browser: Browser, life: Life): Transport {
  const call = <T>(name: string, context: CallContext, work: Work<T>): Promise<Reply<T>> =>
    life.during(() => travel(world, browser, `${browser.number} ${name}`, context.actor, work));
  const unused = (): never => {
    throw new Error('the simulated people are signed in already');
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
    sendBatch: (batch, context) => {
      world.onBatch(browser, batch);
      const sent = JSON.parse(JSON.stringify(batch)) as BatchRequest;
      const ids = sent.requests.map(({ id }) => id.slice(-6)).join();
    selfCheck: (_differs, context) =>
      call('self-check', context, async (authority, caller) => ({
        ok: true,
        value: await authority.selfCheck(caller),
      })),
      return call(`batch ${ids}`, context, async (authority, caller) => {
        const deadlineMs = world.clock.nowMs() + 10_000;
        return { ok: true, value: await authority.batch(caller, sent.requests, deadlineMs) };
      });
    },
    sendOne: unused,
    config: unused,
    me: unused,
    login: unused,
    logout: unused,
  };
}

async function travel<T>(
  world: Surroundings,
  browser: Browser,
  name: string,
  actor: number,
  work: Work<T>,
): Promise<Reply<T>> {
  const { clock, faults, random } = world;
  // The cookie that the browser holds when the request leaves.
  const sessionUserId = browser.sessionUserId;
  if (random.chance(faults.hung ?? 0)) return new Promise<never>(() => undefined);
  const isRequestLost = random.chance(faults.requestLost ?? 0);
  const isAnswerLost = random.chance(faults.answerLost ?? 0);
  const isTwice = random.chance(faults.duplicated ?? 0);
  const outMs = journeyMs(world);
  const backMs = journeyMs(world);
  const againMs = outMs + random.below(60_000);

  const deliver = (): Promise<Reply<T>> => answer(world, name, sessionUserId, actor, work);
  if (isTwice) clock.after(againMs, () => void deliver().catch(world.fail));
  await clock.sleep(outMs);
  if (isRequestLost) return { kind: 'noAnswer', why: 'network' };
  const reply = await deliver();
  await clock.sleep(backMs);
  return isAnswerLost ? { kind: 'noAnswer', why: 'network' } : reply;
}

function journeyMs({ random, faults }: Surroundings): number {
  return random.chance(faults.delayed ?? 0) ? random.below(25_000) : 5 + random.below(60);
}

async function answer<T>(
  world: Surroundings,
  name: string,
  sessionUserId: number,
  actor: number,
  work: Work<T>,
): Promise<Reply<T>> {
  const { server } = world;
  const serverNow = server.authority.now();
  const refuse = (code: ErrorCode): Reply<T> => {
    world.trace.note(`${name} refused ${code}`);
    const status = errorStatus[code];
    return { kind: 'refusal', status, error: wireError(code), serverNow, retryAfterMs: null };
  };
  if (world.checksActor && sessionUserId !== actor) return refuse('wrong_actor');
  const handled = await server.handle((authority) => work(authority, { userId: sessionUserId }));
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
