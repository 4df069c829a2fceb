import { syncIntervalMs } from '@foray/domain';
import type { Engine } from './engine.ts';
import type { Connectivity, Scheduler, Visibility } from './ports.ts';

/** Where the reasons for a run come from. */
export interface TriggerPorts {
  readonly engine: Pick<Engine, 'run'>;
  readonly connectivity: Connectivity;
  readonly visibility: Visibility;
  readonly scheduler: Scheduler;
}

/** The running triggers of one engine. */
export interface Triggers {
  /** To be called after every action that queued something: the change goes out soon. */
  nudge(): void;
  /** To be called when the server says that there is something newer. */
  hear(): void;
  /** Ends all of them. */
  stop(): void;
}

/** Actions in quick succession go out together. */
const nudgeDelayMs = 50;
/** An action in the middle of a run, here or in another tab, asks again until one has begun after it. */
const busyDelayMs = 500;

/**
 * Asks for runs as the specification says (section 4): at start when online, on coming online, when
 * the tab becomes visible while online, and every 30 s while online; and after an action. Whether one
 * really runs is the engine's to judge.
 */
export function startTriggers(ports: TriggerPorts): Triggers {
  const { engine, connectivity, visibility, scheduler } = ports;
  let endTimer: (() => void) | null = null;
  let endNudge: (() => void) | null = null;
  let nudgeTrigger: 'action' | 'event' = 'event';
  let isStopped = false;
  const ask = (trigger: Parameters<Engine['run']>[0]): void => void engine.run(trigger);
  const beat = (isOnline: boolean): void => {
    endTimer?.();
    endTimer = isOnline ? scheduler.every(syncIntervalMs, () => ask('timer')) : null;
  };
  const endConnectivity = connectivity.subscribe((isOnline) => {
    beat(isOnline);
    // Asked for when going offline too, so that the state says so at once.
    ask('online');
  });
  const endVisibility = visibility.subscribe((isVisible) => {
    if (isVisible && connectivity.isOnline()) ask('visible');
  });
  const nudgeAfter = (delayMs: number, trigger: 'action' | 'event'): void => {
    endNudge?.();
    if (trigger === 'action') nudgeTrigger = trigger;
    endNudge = scheduler.after(delayMs, () => void answerNudge());
  };
  const answerNudge = async (): Promise<void> => {
    endNudge = null;
    const trigger = nudgeTrigger;
    nudgeTrigger = 'event';
    const outcome = await engine.run(trigger);
    const isBusy = outcome.kind === 'skipped' && outcome.why === 'running';
    if (isBusy && !isStopped && endNudge === null) nudgeAfter(busyDelayMs, trigger);
  };
  beat(connectivity.isOnline());
  ask('start');
  return {
    nudge: () => nudgeAfter(nudgeDelayMs, 'action'),
    hear: () => nudgeAfter(nudgeDelayMs, 'event'),
    stop() {
      isStopped = true;
      endTimer?.();
      endNudge?.();
      endConnectivity();
      endVisibility();
    },
  };
}
