import type { Page } from '@playwright/test';
import { sharedRuns } from './shared-runs.ts';

/** People who type or scroll notice longer tasks. */
const maxTaskMs = 50;

/** The longest task of a page's main thread, by the clock and by the processor's time. */
export interface LongestTask {
  readonly wallMs: number;
  /** The processor time of the task with the most of it: a busy machine prolongs only the other figure. */
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Traces the page's renderer while `work` runs. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'],
    },
  });
  await work();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}.${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid}.${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of the page');
  // Long work has more tasks than a call may have arguments.
  const longest = { wallMs: 0, cpuMs: 0 };
  for (const { dur = 0, tdur = 0 } of tasks) {
    longest.wallMs = Math.max(longest.wallMs, dur / 1000);
    longest.cpuMs = Math.max(longest.cpuMs, tdur / 1000);
  }
  return longest;
}

/**
 * Two cases that share one run in each round: `wall` is its time by the clock, `cpu` its CPU time. The
 * longest of all runs is compared.
 */
export function longestTaskCases(wall: string, cpu: string, run: () => Promise<LongestTask>) {
  const figureOf = sharedRuns(run);
  const shared = { unit: 'ms', measured: true, statistic: 'max', floor: () => maxTaskMs } as const;
  return [
    { ...shared, name: wall, ours: figureOf(({ wallMs }) => wallMs) },
    { ...shared, name: cpu, ours: figureOf(({ cpuMs }) => cpuMs) },
  ];
}
