import type { Store } from '@foray/authority';
import type { AccountMemory, LocalStore, Transport } from '@foray/sync';
import type { ActionKind } from './event-log.ts';
import type { Profile } from './profile.ts';
import type { ReplicaOpener } from './replica-world.ts';

/** A way to break one protection, to see that the net catches it. */
export interface Mutant {
  readonly transport?: (transport: Transport, profile: Profile) => Transport;
  /** `reopen` gives another handle on the same data, as it is then. */
  readonly store?: (store: LocalStore, reopen: () => LocalStore) => LocalStore;
  /** What one tab makes of what its browser remembers. */
  readonly memory?: (memory: AccountMemory) => AccountMemory;
  /** What one tab shows of the accounts that it opens. */
  readonly replica?: (open: ReplicaOpener) => ReplicaOpener;
  readonly serverStore?: (store: Store) => Store;
  /** Actions of that kind are told of an item as it is when they are taken, not as it was shown. */
  readonly forgetsSeen?: ActionKind;
  /** The server lets the session decide whose request it is, whatever X-Actor says. */
  readonly trustsSession?: boolean;
}
