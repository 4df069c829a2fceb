import type { Scheduler } from '@foray/sync';
import type { VirtualClock } from '../story/clock.ts';
import type { DeviceLife } from '../story/life.ts';

/** Timers of a tab: they wait while it is frozen and end with it. */
export function schedulerFor(clock: VirtualClock, life: DeviceLife): Scheduler {
  const whileAlive = (work: () => void) => (): void => life.whenAwake(work);
  return {
    after: (delayMs, work) => clock.after(delayMs, whileAlive(work)),
    every: (periodMs, work) => {
      let cancel = (): void => undefined;
      const again = (): void => {
        if (life.isOver) return;
        cancel = clock.after(periodMs, again);
        life.whenAwake(work);
      };
      cancel = clock.after(periodMs, again);
      return () => cancel();
    },
  };
}
