import type { Newer } from '@foray/contract';
import { syncIntervalMs } from '@foray/domain';
import { forgetPlace, keepNewer } from '../pull/heartbeat.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { Engine } from './engine.ts';
import type { Connectivity, Ids, Scheduler, Visibility } from '../store/ports.ts';

/** The sources of triggers. */
export interface TriggerPorts {
  readonly engine: Pick<Engine, 'run'>;
  readonly connectivity: Connectivity;
  readonly visibility: Visibility;
  readonly scheduler: Scheduler;
  /** Jitter, so that waiting tabs do not retry at the same moment. */
  readonly ids: Pick<Ids, 'random'>;
}

/** The running triggers of one engine. */
export type Triggers = ReturnType<typeof startTriggers>;

/** Actions and events in quick succession share a cycle: it starts once none has come for this long. */
const requestDelayMs = 50;
/** The shared cycle starts after this time at the latest, however many more come. */
const maxRequestDelayMs = 500;
/**
 * A trigger that finds another cycle running, here or in another tab, is repeated until a cycle has started
 * after it. The first pause is at least half of this; later ones double up to the timer's interval.
 */
const firstBusyMs = 1000;

/** Triggers that are repeated, least urgent first. The most urgent waiting one stands for all. */
const urgency = ['event', 'action', 'visible', 'online', 'start'] as const;
type RepeatedTrigger = (typeof urgency)[number];

/**
 * Requests sync cycles (SYNC-01): at start, on coming online, when the tab becomes visible, every 30 s, and
 * after an action. The engine decides whether a cycle starts (offline only the timer's, as an attempt). A
 * cycle running in another tab may end without pulling anything, because that tab was closed: every request
 * that was skipped for it, except the timer's, is repeated.
 */
export function startTriggers(ports: TriggerPorts) {
  const { engine, connectivity, visibility, scheduler, ids } = ports;
  let endTimer: (() => void) | null = null;
  let waiting: RepeatedTrigger | null = null;
  let endWait: (() => void) | null = null;
  let endLongest: (() => void) | null = null;
  let isStopped = false;
  let timesBusy = 0;
  const busyDelayMs = (): number => {
    const steepMs = Math.min(syncIntervalMs, firstBusyMs * 2 ** Math.min(timesBusy, 20));
    timesBusy += 1;
    return steepMs * (0.5 + ids.random() / 2);
  };
  const cancelWait = (): void => {
    endWait?.();
    endLongest?.();
    endLongest = null;
  };
  const runAfter = (delayMs: number, trigger: RepeatedTrigger): void => {
    endWait?.();
    waiting = moreUrgent(trigger, waiting);
    endWait = scheduler.after(delayMs, () => runNow(trigger));
  };
  const runSoon = (trigger: RepeatedTrigger): void => {
    runAfter(requestDelayMs, trigger);
    endLongest ??= scheduler.after(maxRequestDelayMs, () => runNow(trigger));
  };
  const runNow = (trigger: RepeatedTrigger): void => {
    cancelWait();
    const due = waiting ?? trigger;
    waiting = null;
    void runUntilBegun(due);
  };
  const runUntilBegun = async (trigger: RepeatedTrigger): Promise<void> => {
    const outcome = await engine.run(trigger);
    const isBusy = outcome.kind === 'skipped' && outcome.why === 'running';
    if (!isBusy) timesBusy = 0;
    if (!isBusy || isStopped) return;
    if (waiting === null) runAfter(busyDelayMs(), trigger);
    else waiting = moreUrgent(trigger, waiting);
  };
  const restartTimer = (): void => {
    endTimer?.();
    endTimer = scheduler.every(syncIntervalMs, () => void engine.run('timer'));
  };
  const endConnectivity = connectivity.subscribe((isOnline) => {
    if (!isOnline) return;
    restartTimer();
    void runUntilBegun('online');
  });
  const endVisibility = visibility.subscribe((isVisible) => {
    if (isVisible) void runUntilBegun('visible');
  });
  restartTimer();
  void runUntilBegun('start');
  return {
    /** Call it after every action that queued a request: the change is sent soon. */
    requestSync: () => runSoon('action'),
    /** Call it when the server says that there are newer changes. */
    onServerEvent: () => runSoon('event'),
    stop() {
      isStopped = true;
      endTimer?.();
      cancelWait();
      endConnectivity();
      endVisibility();
    },
  };
}

/**
 * Handles the event `newer`. The place that it names is stored first, so that the cycle makes no call if the
 * device is there already; null: the place is not known, and the cycle asks.
 */
export async function hearNewer(
  device: SyncContext,
  triggers: Pick<Triggers, 'onServerEvent'>,
  place: Newer | null,
): Promise<void> {
  await (place === null ? forgetPlace(device) : keepNewer(device, place));
  triggers.onServerEvent();
}

function moreUrgent(a: RepeatedTrigger, b: RepeatedTrigger | null): RepeatedTrigger {
  return b === null || urgency.indexOf(a) > urgency.indexOf(b) ? a : b;
}
