import { browserIds } from '../browser/browser-ports.ts';
import { PersistedSetting } from './persisted-setting.ts';

const kept = new PersistedSetting('sign-in-attempt', { name: null as string | null });

/**
 * The name of a sign-in by an invitation from the moment that it is sent until its answer has arrived, in
 * this browser: with it, and with nothing else, the sign-in can be repeated if the answer was lost.
 */
export const signInAttempt = {
  /** The name of a sign-in without an answer; null if there is none. */
  get: (): string | null => kept.get().name,
  /** Names a sign-in that begins, or repeats one. */
  begin(): string {
    const name = kept.get().name ?? browserIds.uuid();
    kept.set({ name });
    return name;
  },
  /** The answer has arrived. */
  end: (): void => kept.set({ name: null }),
};
