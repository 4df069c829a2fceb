import type { Counts } from '../record/census.ts';
import { Random } from '../story/random.ts';
import { breakDown, later } from '../steps/events.ts';
import { converge } from './converge.ts';
import { Player } from '../steps/play.ts';
import type { Story } from '../story/story.ts';
import { Trace } from '../record/trace.ts';
import { Breach } from '../record/broken.ts';
import { World, type ServerFor } from '../world/world.ts';

/** The broken rule and the place. `rule` is an invariant's number, or `bug` for anything that threw. */
export interface StoryFailure {
  readonly rule: string;
  readonly what: string;
  /** The index of the step after which it appeared; the number of steps for the end. */
  readonly step: number;
}

/** How a story ended. */
export interface StoryEnding {
  readonly failure: StoryFailure | null;
  /** Steps taken. */
  readonly steps: number;
  /** Equal for equal traces. */
  readonly digest: string;
  /** The trace line by line, if it was requested. */
  readonly lines: readonly string[];
  /** The number of times that each event occurred. */
  readonly counts: Counts;
}

/**
 * Runs a story, checks the invariants after every step, and lets the world converge at the end. The same
 * story always has the same result. Never rejects: every error is a failure.
 */
export async function runStory(
  story: Story,
  options: {
    /** Whether I25 is checked; true if absent. */
    readonly checksTabs?: boolean;
    readonly keepsTrace?: boolean;
    readonly serverFor?: ServerFor;
  } = {},
): Promise<StoryEnding> {
  const trace = new Trace(options.keepsTrace ?? false);
  let step = 0;
  let failure: StoryFailure | null = null;
  let counts: Counts = new Map();
  try {
    const world = await World.open(story, trace, options.checksTabs ?? true, options.serverFor);
    counts = world.census.counts();
    for (const now of story.steps) {
      trace.note(`step ${step} ${now.kind}`);
      world.census.note('step', now.kind);
      world.random = new Random(now.salt);
      if (now.kind === 'converge') await converge(world);
      else if (now.kind === 'later') await later(world, now);
      else if (now.kind === 'lasting') breakDown(world, now);
      else new Player(world, now).take();
      await world.clock.pass(now.thenMs);
      look(world);
      step += 1;
    }
    world.random = new Random(step);
    await converge(world);
    look(world);
  } catch (error) {
    failure = failureOf(error, step);
    trace.note(`${failure.rule} ${failure.what}`);
  }
  return { failure, steps: step, digest: trace.digest(), lines: trace.lines ?? [], counts };
}

function look(world: World): void {
  if (world.failure !== null) throw world.failure.error;
  world.watch.check(world.server, world.profiles);
  world.shown.check(world);
  world.newerApp.check();
}

function failureOf(error: unknown, step: number): StoryFailure {
  if (error instanceof Breach) return { rule: error.rule, what: error.message, step };
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { rule: 'bug', what, step };
}
