import type { Item, ItemFields, ItemType } from '@foray/domain';
import type { OperationKind } from '../store/queued-request.ts';

/** What every data file says of itself, so that another JSON file is not taken for one. */
export const dataFileFormat = 'foray-data';

/** The version that is written. A reader refuses a newer one, and reads every older one. */
export const dataFileVersion = 1;

/**
 * An item in a data file, as its device showed it when it was written: what waits to be sent, needs
 * attention or is in conflict is contained (decision 0042). Parents are named by uuid. There are no
 * numbers, rights or versions in it, for they mean nothing elsewhere.
 */
export interface FileItem
  extends Omit<ItemFields, 'assigned_to'>, Pick<Item, 'labels' | 'occurrence' | 'occurrence_of'> {
  readonly uuid: string;
  readonly type: ItemType;
  /** Whether the writer of the file owned it. */
  readonly mine: boolean;
  /** The writer of the file, or a sample user by number; other users do not exist elsewhere. */
  readonly assigned_to: number | 'me' | null;
  readonly parent_uuid: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A change that the server did not have when the file was written; for reading, not for importing. */
export interface FileChange {
  readonly what: OperationKind | 'other';
  readonly uuid: string | null;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The code of the refusal for what needed attention; null for what only waited. */
  readonly refused: string | null;
}

/** The server's side of a conflict that was not decided; null where the server had removed the item. */
export interface FileConflict {
  readonly uuid: string;
  readonly server: FileItem | null;
}

/** The head of a data file. Its lists follow: items, unsent, conflicts. */
export interface FileHead {
  readonly format: typeof dataFileFormat;
  readonly version: number;
  readonly exported_at: string;
  /** Whose data it is: the user's number, 0 for a guest. */
  readonly account: number;
}
