import { z } from 'zod';
import { okAnswer } from '../account/auth.ts';
import { configAnswer } from '../account/config.ts';
import { timestamp } from '../wire/scalar.ts';
import type { RouteInChapter } from './route.ts';

/** A standby of the database; the lags are null if they are not known. */
const replica = z.object({
  state: z.enum(['used', 'behind', 'away', 'primary', 'other']),
  lag_bytes: z.number().nullable(),
  lag_seconds: z.number().nullable(),
});

/** Whether the node is ready, with the last clean-up of all nodes, if there was one, and its standbys. */
const readyAnswer = okAnswer.extend({
  clean_up: z
    .object({ succeeded_at: timestamp.nullable(), failing: z.array(z.string()) })
    .optional(),
  replicas: z.array(replica).optional(),
});

/** The routes that need no session: the configuration, this API's description, and probes. */
export const operationRoutes = {
  getConfig: {
    method: 'GET',
    path: '/api/config',
    summary: 'Return the protocol, the sign-in mode and the server time',
    auth: 'none',
    answers: { 200: configAnswer },
    errors: ['internal', 'unavailable'],
  },
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    auth: 'none',
    answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
  isAlive: {
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process runs; a failure means that restarting it helps',
    auth: 'none',
    answers: { 200: okAnswer },
    errors: ['unavailable'],
  },
  isReady: {
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the database answers and that its notifications arrive',
    auth: 'none',
    answers: { 200: readyAnswer },
    errors: ['unavailable'],
  },
} as const satisfies Record<string, RouteInChapter>;
