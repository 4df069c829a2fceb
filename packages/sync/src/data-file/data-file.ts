import type { Item, ItemFields, ItemType } from '@foray/domain';
import type { OperationKind } from '../store/queued-request.ts';

/** Marks a JSON file as a data file. */
export const dataFileFormat = 'foray-data';

/** The version that is written. Readers refuse newer versions, and read all older ones. */
export const dataFileVersion = 1;

/**
 * An item in a data file, as its device showed it at the time: changes that are unsent, need attention or are
 * in conflict are included (decision 0042). Parents are referred to by uuid. Numbers, rights and versions are
 * left out, because they mean nothing elsewhere.
 */
export interface FileItem
  extends
    Omit<ItemFields, 'assigned_to'>,
    Pick<Item, 'labels' | 'position' | 'occurrence' | 'occurrence_of' | 'repeat_done'> {
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
  /** The code of the refusal if the change needed attention; null if it only waited. */
  readonly refused: string | null;
}

/** The server's side of an undecided conflict; null if the server had removed the item. */
export interface FileConflict {
  readonly uuid: string;
  readonly server: FileItem | null;
}

/** The header of a data file. Its lists follow: items, unsent, conflicts. */
export interface FileHead {
  readonly format: typeof dataFileFormat;
  readonly version: number;
  readonly exported_at: string;
  /** The user's number, 0 for a guest. */
  readonly account: number;
}
