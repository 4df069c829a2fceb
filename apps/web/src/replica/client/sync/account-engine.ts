import {
  createEngine,
  hearNewer,
  keepHeartbeat,
  ownerIdOf,
  startTriggers,
  type SyncContext,
} from '@foray/sync';
import type { ClientPorts } from '../state/client-ports.ts';
import type { ConflictDialogController } from './conflict-dialog-controller.ts';
import { listenToServer } from './live-events.ts';
import type { AccountEngine } from './open-account.ts';

/**
 * The engine of a signed-in user's account, with its triggers: those of the device, and the server's events.
 * It waits while `conflicts` are being resolved.
 */
export function accountEngine(
  device: SyncContext,
  ports: ClientPorts,
  conflicts: Pick<ConflictDialogController, 'isResolving'>,
): AccountEngine {
  const { transport, scheduler, locks, connectivity } = ports;
  const userId = ownerIdOf(device.account);
  const engine = createEngine({
    device,
    transport,
    scheduler,
    locks,
    connectivity,
    isResolvingConflicts: (hasNew) => conflicts.isResolving(userId, hasNew),
  });
  return {
    engine,
    startTriggers() {
      const triggers = startTriggers({ ...ports, engine });
      const endListening = listenToServer(ports, userId, {
        onNewer: (place) => void hearNewer(device, triggers, place),
        onHeartbeat: (heartbeat) => void keepHeartbeat(device, heartbeat),
      });
      return {
        ...triggers,
        stop() {
          endListening();
          triggers.stop();
        },
      };
    },
  };
}
