import { createHttpTransport } from './http-transport.ts';
import { pageCalls } from './page-calls.ts';
import { requestCode } from './requested-code.ts';
import { openServerEvents } from './server-events.ts';

/** The adapters of the server, as the client's ports. */
export const serverPorts = {
  transport: createHttpTransport(pageCalls),
  callServer: pageCalls.call.bind(pageCalls),
  openEvents: openServerEvents,
  requestCode,
};
