import type { StoreFailure, Transport } from '@foray/sync';
import type { Person } from '@foray/domain';
import type { VirtualClock } from './clock.ts';
import type { Life } from './life.ts';
import type { Household, Profile } from './profile.ts';
import type { Sizes } from './sizes.ts';
import type { ReplicaWorld } from './replica-world.ts';

/** What a browser needs from its world. */
export interface BrowserPorts {
  readonly clock: VirtualClock;
  /** Null for those of the product. */
  readonly sizes: Sizes | null;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The way to the server for one tab, in the name of a profile. */
  readonly transportFor: (profile: Profile, life: Life) => Transport;
  /** What a transaction waits for before it begins; null for nothing. */
  readonly pause: () => Promise<void> | null;
  /** Why a write fails at its end; null if it does not. */
  readonly writeFailure: (browser: Household) => StoreFailure | null;
  /** Without locks every tab runs when it likes. */
  readonly hasLocks: boolean;
  /** Receives everything that a crash ends. */
  readonly onCrash: (browser: Household) => void;
  /** The delay, in ms, until other tabs learn of a sign-in or sign-out. */
  readonly hearsayMs: () => number;
  /** Whether an account was deleted. */
  readonly hasEnded: (userId: number) => boolean;
  /** Makes the profile of an account, which the watch looks at from then on. */
  readonly profileFor: (user: Person, browser: Household) => Profile;
  readonly replicas: ReplicaWorld;
  /** Receives unhandled errors. */
  readonly fail: (error: unknown) => void;
}
