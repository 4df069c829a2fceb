import type { DatabaseAddress } from '../db/pool/address.ts';
import type { Database } from '../db/pool/database.ts';
import { openHeadChannel } from '../db/pool/head-channel.ts';
import type { MetricCounters } from '../http/metrics/counters.ts';
import { createEventStreams } from '../http/server/event-streams.ts';
import type { EventStreamPorts } from '../http/server/event-streams.ts';

/** The event streams of this node, and the channel by which all nodes learn of newer data. */
export async function openEvents({
  database,
  address,
  counters,
  ...streamPorts
}: Omit<EventStreamPorts, 'random'> & {
  readonly database: Database;
  /** Without it no device receives events. */
  readonly address: DatabaseAddress | undefined;
  readonly counters: Pick<MetricCounters, 'heard' | 'listenLost'>;
}) {
  const streams = createEventStreams({ ...streamPorts, random: Math.random });
  const { heard: onBeat, listenLost: onLost } = counters;
  const heads =
    address === undefined ? null : openHeadChannel({ database, address, streams, onBeat, onLost });
  await heads?.opened;
  return { streams, heads };
}
