import { err, ok, type Result } from '@foray/domain';
import {
  exportData,
  importData,
  listDeleted,
  planImport,
  readDataFile,
  restoreFromServer,
  type ActionFailure,
  type DataFileProblem,
  type DeletedItem,
  type ExportedData,
  type ImportOutcome,
  type ImportPlan,
  type LocalItem,
  type PlanFailure,
  type StoreFailure,
} from '@foray/sync';
import type { TrashedItem } from '@foray/contract';
import type { AccountSwitch } from './account-switch.ts';
import type { AccountCalls, ClientPorts } from './client-ports.ts';
import { askServer } from './server-question.ts';

/** Why a file was not even looked at item by item, or why what is here could not be read. */
export type ImportProblem = DataFileProblem | PlanFailure;

/** What can be brought back. */
export interface Trash {
  /** Newest first. */
  readonly items: readonly DeletedItem[];
  /** Whether the server told what other devices deleted; a guest needs no server. */
  readonly isWhole: boolean;
}

/** What a person can do with all their data at once (product.md, "Guests' safety", "The hierarchy"). */
export interface DataActions {
  /** Everything this device shows, as the text of a file. */
  exportData(): Promise<Result<ExportedData, StoreFailure>>;
  /** What importing a file's text would do; nothing is written. */
  planImport(text: string): Promise<Result<ImportPlan, ImportProblem>>;
  /** Adds what the plan says; `onProgress` hears how many items are durable. */
  importData(plan: ImportPlan, onProgress: (added: number) => void): Promise<ImportOutcome>;
  /** What can be brought back: of this device, and where it answers what the server tells beyond. */
  listTrash(): Promise<Trash>;
  /** Brings an item of `listTrash` back, with what the same delete took; offline too. */
  restoreDeleted(uuid: string): Promise<Result<LocalItem, ActionFailure>>;
}

/** Makes the actions for whatever account is open when they are called. */
export function dataActions(
  accounts: AccountSwitch,
  ports: Pick<ClientPorts, 'clock' | 'nextTurn'>,
  calls: Pick<AccountCalls, 'listTrash'>,
  restoreItem: (uuid: string) => Promise<Result<LocalItem, ActionFailure>>,
): DataActions {
  let toldByServer: readonly TrashedItem[] = [];
  return {
    async exportData() {
      const { device } = await accounts.current();
      return exportData(device, ports.nextTurn);
    },
    async planImport(text) {
      const { device } = await accounts.current();
      const now = new Date(ports.clock.nowMs()).toISOString();
      const file = await readDataFile(text, now, ports.nextTurn);
      return file.ok ? planImport(device, file.value, ports.nextTurn) : file;
    },
    async importData(plan, onProgress) {
      const { device } = await accounts.current();
      const outcome = await importData(device, plan, ports.nextTurn, onProgress);
      accounts.watch.nudge();
      return outcome;
    },
    async listTrash() {
      const { device } = await accounts.current();
      const here = await listDeleted(device);
      const items = here.ok ? [...here.value] : [];
      if (device.account.kind === 'guest') return { items, isWhole: here.ok };
      const told = await askServer(accounts, (context) => calls.listTrash(context));
      if (!told.ok) return { items, isWhole: false };
      toldByServer = await notHeld(accounts, told.value.data, items);
      const more = toldByServer.map((item): DeletedItem => ({
        uuid: item.uuid,
        type: item.type,
        title: item.title,
        userId: item.user_id,
        deletedAt: item.deleted_at,
        takenAlong: item.taken_along,
      }));
      const all = [...items, ...more].sort((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1));
      return { items: all, isWhole: true };
    },
    async restoreDeleted(uuid) {
      const told = toldByServer.find((item) => item.uuid === uuid);
      if (told === undefined) return restoreItem(uuid);
      const { device } = await accounts.current();
      const restored = await restoreFromServer(device, told);
      if (!restored.ok) return err(restored.error);
      accounts.watch.nudge();
      return ok(restored.value.item);
    },
  };
}

/** What the server tells of and this device neither lists itself nor has brought back already. */
async function notHeld(
  accounts: AccountSwitch,
  told: readonly TrashedItem[],
  listed: readonly DeletedItem[],
): Promise<readonly TrashedItem[]> {
  const { device } = await accounts.current();
  const here = new Set(listed.map(({ uuid }) => uuid));
  const candidates = told.filter(({ uuid }) => !here.has(uuid));
  const rows = await device.store.read((tx) => tx.itemsByUuid(candidates.map(({ uuid }) => uuid)));
  if (!rows.ok) return [];
  return candidates.filter((_, index) => rows.value[index] === undefined);
}
