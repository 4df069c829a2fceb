import type { OpenReplica } from '@foray/web/open-replica';
import type { Census } from '../record/census.ts';
import type { VirtualClock } from '../story/clock.ts';
import type { ReplicaFaults } from './replica-faults.ts';

/** The data that a tab shows. */
export type ReplicaUnderTest = OpenReplica['replica'];

/** The parts of the world that replicas and the channels between them use. */
export interface ReplicaWorld {
  readonly clock: VirtualClock;
  readonly fault: ReplicaFaults;
  readonly census: Census;
}
