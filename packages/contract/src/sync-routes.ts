import { z } from 'zod';
import { batchAnswer, batchRequest } from './batch.ts';
import { changesDelta } from './delta.ts';
import { changesQuery, selfCheckQuery } from './queries.ts';
import type { Route } from './route.ts';
import { selfCheck } from './self-check.ts';

/** What devices keep in step by (sync.md, section 2). */
export const syncRoutes = {
  runBatch: {
    method: 'POST',
    path: '/api/batch',
    summary: 'Run queued item changes in order, each with its own outcome',
    tag: 'sync',
    auth: 'session',
    csrf: true,
    body: batchRequest,
    answers: { 200: batchAnswer },
    errors: [],
  },
  listChanges: {
    method: 'GET',
    path: '/api/changes',
    summary: 'List changed people, mutual contacts and notifications after a cursor',
    tag: 'sync',
    auth: 'session',
    csrf: false,
    query: changesQuery,
    answers: { 200: changesDelta },
    errors: [],
  },
  selfCheck: {
    method: 'GET',
    path: '/api/self-check',
    summary: 'Count what the streams hold for the caller, for a device to compare with what it has',
    tag: 'sync',
    auth: 'session',
    csrf: false,
    query: selfCheckQuery,
    answers: { 200: selfCheck },
    errors: [],
  },
  watchEvents: {
    method: 'GET',
    path: '/api/events',
    summary: 'Hear, as server-sent events, that there is something newer to fetch',
    tag: 'sync',
    auth: 'session',
    csrf: false,
    answers: { 200: z.string() },
    produces: 'text/event-stream',
    errors: [],
  },
} as const satisfies Record<string, Route>;
