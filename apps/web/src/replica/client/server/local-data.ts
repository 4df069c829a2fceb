import type { Result } from '@foray/domain';
import {
  discardUnreadable,
  exportData,
  importData,
  planImport,
  readDataFile,
  restoreFromServer,
  restoreItem,
  type ActionResult,
  type CancelSignal,
  type DataFileProblem,
  type ExportedData,
  type ImportOutcome,
  type ImportPlan,
  type PlanFailure,
  type StoreFailure,
  type SyncContext,
  type UnreadableContent,
} from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import type { ItemOutcome } from '../undo/item-changes.ts';
import type { ServerAsker, ServerFailure } from './server-question.ts';
import { TrashReader } from '../undo/trash.ts';
import type { Trash } from '../undo/trash.ts';

/** The reason why a file's items or the local data could not be read. */
export type ImportProblem = DataFileProblem | PlanFailure;

/** The number of deletes on one page of the trash: more than most people have in 30 days. */
const trashPage = 100;

/**
 * Actions on all data of the account that is open when they are called: export, import, trash and unreadable
 * rows.
 */
export function dataActions(
  accounts: AccountManager,
  ports: Pick<ClientPorts, 'clock' | 'nextTask'>,
  ask: ServerAsker,
  act: (action: (device: SyncContext) => ActionResult) => ItemOutcome,
) {
  const trash = new TrashReader();
  return {
    /** The unreadable rows; null if unknown. */
    unreadableRows: (): Promise<readonly UnreadableContent[] | null> =>
      accounts.watch.unreadableRows(),
    /** Erases unreadable rows for good; false if they could not be erased. */
    async discardUnreadable(rows: readonly UnreadableContent[]): Promise<boolean> {
      const { device } = await accounts.current();
      const discarded = await discardUnreadable(device, rows);
      await accounts.watch.unreadableRows();
      accounts.watch.requestSync();
      return discarded.ok;
    },
    /** Everything that this device shows, as the text of a file. */
    async exportData(): Promise<Result<ExportedData, StoreFailure>> {
      const { device } = await accounts.current();
      return exportData(device, ports.nextTask);
    },
    /** As `exportData`, for a waiting former account of the user (decision 0080). */
    async exportFormer(userId: number): Promise<Result<ExportedData, StoreFailure>> {
      const { device } = await accounts.current();
      return accounts.former.read(userId, device, (left) => exportData(left, ports.nextTask));
    },
    /** The effect of importing a file's text; nothing is written. */
    async planImport(text: string): Promise<Result<ImportPlan, ImportProblem>> {
      const { device } = await accounts.current();
      const now = new Date(ports.clock.nowMs()).toISOString();
      const file = await readDataFile(text, now, ports.nextTask);
      return file.ok ? planImport(device, file.value, ports.nextTask) : file;
    },
    /** Adds the items of the plan; `onProgress` receives the number of durable items. */
    async importData(
      plan: ImportPlan,
      onProgress: (added: number) => void,
    ): Promise<ImportOutcome> {
      const { device } = await accounts.current();
      const outcome = await importData(device, plan, ports.nextTask, onProgress);
      accounts.watch.requestSync();
      return outcome;
    },
    /**
     * The restorable items known to this device: those deleted on it, and those in the server's last
     * response. Does not wait for a network.
     */
    async listTrash(): Promise<Trash> {
      const { device } = await accounts.current();
      return trash.read(device);
    },
    /** Asks the server until `listTrash` has the newest `count`; earlier responses are kept. */
    async fetchTrash(count: number, signal: CancelSignal): Promise<Result<void, ServerFailure>> {
      const { device } = await accounts.current();
      const page = (before: string | null) =>
        ask('listTrash', { query: { limit: trashPage, before } }, signal);
      return trash.fetch(device, page, count);
    },
    /** Restores an item of `listTrash` with the items of the same delete; also offline. */
    restoreDeleted: (uuid: string): ItemOutcome =>
      act((device) => {
        const item = trash.fetchedItem(device, uuid);
        return item === undefined ? restoreItem(device, uuid) : restoreFromServer(device, item);
      }),
  };
}
