import type { StoreFailure, Transport } from '@foray/sync';
import type { Person } from '@foray/domain';
import type { VirtualClock } from '../story/clock.ts';
import type { DeviceLife } from '../story/life.ts';
import type { Household, Profile } from '../story/profile.ts';
import type { Sizes } from '../story/sizes.ts';
import type { ReplicaWorld } from './replica-world.ts';

/** The world of a browser, as the browser sees it. */
export interface BrowserPorts {
  readonly clock: VirtualClock;
  /** Null for the sizes of the product itself. */
  readonly sizes: Sizes | null;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The way to the server for one tab, on behalf of a profile. */
  readonly transportFor: (profile: Profile, life: DeviceLife) => Transport;
  /** Delays the beginning of a transaction; null for no delay. */
  readonly pause: () => Promise<void> | null;
  /** The reason why a write fails at its end; null if it succeeds. */
  readonly writeFailure: (browser: Household) => StoreFailure | null;
  /** Without locks every tab syncs whenever it likes. */
  readonly hasLocks: boolean;
  /** Called when a browser crashes. */
  readonly onCrash: (browser: Household) => void;
  /** The delay, in ms, until other tabs learn of a sign-in or sign-out. */
  readonly hearsayMs: () => number;
  /** Whether an account was deleted. */
  readonly hasEnded: (userId: number) => boolean;
  /** Makes the profile of an account, which the watch checks from then on. */
  readonly profileFor: (user: Person, browser: Household) => Profile;
  readonly replicas: ReplicaWorld;
  /** Receives unhandled errors. */
  readonly fail: (error: unknown) => void;
}
