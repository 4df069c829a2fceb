import { createHttpTransport } from './http-transport.ts';
import { pageCalls } from './page-calls.ts';
import { requestCode, serverCalls } from './server-calls.ts';
import { openServerEvents } from './server-events.ts';

/** The adapters of the server, as the client's ports. */
export const serverPorts = {
  transport: createHttpTransport(pageCalls),
  serverCalls,
  openEvents: openServerEvents,
  requestCode,
};
