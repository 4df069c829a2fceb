import { serverPorts } from '../adapters/server/server-ports.ts';
import type { LazyPorts } from '../replica/client/state/client-ports.ts';
import { applySetting } from '../settings/followed-settings.ts';

/** The ports that the first screen does not need. */
export const lazyPorts: LazyPorts = { ...serverPorts, applySetting };
