import type { OpenReplica, openReplica } from '@foray/web/open-replica';
import type { Census } from './census.ts';
import type { VirtualClock } from './clock.ts';
import type { ReplicaFaults } from './replica-faults.ts';

/** What a tab shows. */
export type Replica = OpenReplica['replica'];
/** Opens what a tab shows. */
export type ReplicaOpener = typeof openReplica;

/** What replicas and the channels between them take from their world. */
export interface ReplicaWorld {
  readonly clock: VirtualClock;
  readonly fault: ReplicaFaults;
  readonly census: Census;
  /** Called once for each tab: where a test spoils what it shows; the product's otherwise. */
  readonly openerFor: () => ReplicaOpener;
}
