import { parseArgs } from 'node:util';

/** The end of the changes: after a time, or for each device after a number of steps. */
export type LoadEnd =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'steps'; readonly stepsEach: number };

/** The options of a run of simulated devices. */
export interface LoadOptions {
  readonly devices: number;
  readonly end: LoadEnd;
  /** The average time from one step of a device to its next, in milliseconds. */
  readonly everyMs: number;
  /** The server to load; null for a server that the run starts, with its own PostgreSQL. */
  readonly url: string | null;
  /** How many standbys the PostgreSQL of the run's own server has. */
  readonly replicas: number;
  /** Decides the actions of devices, but not their times. */
  readonly seed: number;
}

/** The output of `npm run load -- --help`. */
export const usage = `npm run load -- [options]

  --devices 100     how many devices, each with an event stream
  --minutes 5       for how long they change things, once all have signed in
  --steps N         in place of minutes: until each device has done so many steps
  --every 30        seconds from one step of a device to its next, on average
  --url ADDRESS     a server that runs, with AUTH=open and RATE_LIMITS=off; METRICS_TOKEN shows its processor time
  --replicas 0      how many standbys the run's own PostgreSQL has, which answer pulls and searches
  --seed 1          another number has the devices do other things

Exit code 1: a change was lost or doubled, a device did not come to rest, or the run was given up.
`;

/** Reads the arguments of the command; returns a message if they are invalid. */
export function readLoadOptions(
  args: readonly string[],
): LoadOptions | 'help' | { readonly problem: string } {
  const parsed = parsedOrProblem(args);
  if ('problem' in parsed) return parsed;
  const { values } = parsed;
  if (values.help) return 'help';
  const numbers = {
    devices: Number(values.devices),
    minutes: Number(values.minutes),
    steps: Number(values.steps ?? 1),
    every: Number(values.every),
    seed: Number(values.seed),
  };
  for (const [name, number] of Object.entries(numbers)) {
    if (!(number > 0) || number > 1e6) {
      return { problem: `--${name} has to be a number above 0, and at most a million.` };
    }
  }
  const { devices, minutes, steps, every, seed } = numbers;
  const replicas = Number(values.replicas);
  if (!Number.isInteger(replicas) || replicas < 0 || replicas > 8) {
    return { problem: '--replicas has to be a whole number up to 8.' };
  }
  if (![devices, steps, seed].every((count) => Number.isInteger(count))) {
    return { problem: '--devices, --steps and --seed have to be whole numbers.' };
  }
  const url = values.url ?? null;
  if (url !== null && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    return {
      problem: '--url has to be the address of a server, http://127.0.0.1:3000 for example.',
    };
  }
  if (url !== null && replicas > 0) {
    return { problem: '--replicas and --url exclude each other: that server has its own.' };
  }
  return {
    devices,
    replicas,
    end:
      values.steps === undefined
        ? { kind: 'time', ms: minutes * 60_000 }
        : { kind: 'steps', stepsEach: steps },
    everyMs: every * 1_000,
    url: url?.replace(/\/$/, '') ?? null,
    seed,
  };
}

function parsedOrProblem(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        devices: { type: 'string', default: '100' },
        minutes: { type: 'string', default: '5' },
        steps: { type: 'string' },
        every: { type: 'string', default: '30' },
        url: { type: 'string' },
        replicas: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
