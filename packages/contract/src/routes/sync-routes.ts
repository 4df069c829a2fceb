import { z } from 'zod';
import { batchAnswer, batchRequest } from '../requests/batch.ts';
import { queueAgeHeader } from '../wire/queue-age.ts';
import { changesDelta, selfCheck, streamsDelta } from '../items/streams.ts';
import { changesQuery, pullQuery, selfCheckQuery } from '../items/queries.ts';
import type { RouteInChapter } from './route.ts';

/** The routes by which devices sync (sync.md, section 2). */
export const syncRoutes = {
  runBatch: {
    method: 'POST',
    path: '/api/batch',
    summary: 'Run queued changes of items in order, each with an outcome of its own',
    headers: {
      [queueAgeHeader]:
        'For how many seconds the oldest queued change that is not blocked has waited, by the clock of the device',
    },
    body: batchRequest,
    answers: { 200: batchAnswer },
  },
  pullStreams: {
    method: 'GET',
    path: '/api/pull',
    summary: 'List the changes of several streams, each after its cursor, from one snapshot',
    query: pullQuery,
    answers: { 200: streamsDelta },
  },
  listChanges: {
    method: 'GET',
    path: '/api/changes',
    summary: 'List changed people, mutual contacts and notifications after a cursor',
    query: changesQuery,
    answers: { 200: changesDelta },
  },
  selfCheck: {
    method: 'GET',
    path: '/api/self-check',
    summary: 'Return checksums of the streams, which a device compares with its own rows',
    query: selfCheckQuery,
    answers: { 200: selfCheck },
  },
  watchEvents: {
    method: 'GET',
    path: '/api/events',
    summary:
      'Receive server-sent events: `newer`, whenever there are changes to pull, and `heartbeat`',
    answers: {
      200: z.string().meta({
        description:
          'The data of a `heartbeat` is a Heartbeat. The data of `newer` is a Newer, or empty if the node does not know the place',
      }),
    },
    produces: 'text/event-stream',
  },
} as const satisfies Record<string, RouteInChapter>;
