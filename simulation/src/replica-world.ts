import type { OpenReplica } from '@foray/web/open-replica';
import type { Census } from './census.ts';
import type { VirtualClock } from './clock.ts';
import type { ReplicaFaults } from './replica-faults.ts';

/** What a tab shows. */
export type Replica = OpenReplica['replica'];

/** What replicas and the channels between them take from their world. */
export interface ReplicaWorld {
  readonly clock: VirtualClock;
  readonly fault: ReplicaFaults;
  readonly census: Census;
}
