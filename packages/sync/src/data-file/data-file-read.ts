import {
  clampInstant,
  err,
  forPlainFields,
  isFields,
  occurrenceOf,
  ok,
  parseInstant,
  plainOf,
  sampleUsers,
  validateNewItem,
} from '@foray/domain';
import type { FieldCode, InputField, Result } from '@foray/domain';
import { dataFileFormat, dataFileVersion } from './data-file.ts';
import type { FileItem } from './data-file.ts';

/**
 * The reason why a whole file cannot be imported. not_json: it is not JSON. not_foray: it is not a data file.
 * newer: a later version of the app wrote it.
 */
export type DataFileProblem = 'not_json' | 'not_foray' | 'newer';

/** An entry of a file that cannot be read, with the reasons; all other entries are imported. */
export interface UnreadableItem {
  /** Its place among the file's items, from 1. */
  readonly place: number;
  /** Empty if even the title could not be read. */
  readonly title: string;
  readonly fields: Readonly<Partial<Record<InputField | 'item', FieldCode | 'twice'>>>;
}

/** A data file as far as it could be read. */
export interface DataFile {
  readonly exportedAt: string;
  /** The user's number, 0 for a guest. */
  readonly account: number;
  readonly items: readonly FileItem[];
  readonly unreadable: readonly UnreadableItem[];
}

const chunkItems = 250;

/**
 * Reads a data file and checks every item by the rules of the domain, like user input (decision 0042). `now`
 * limits its times. Awaits `pause` between chunks, so that no task is long.
 */
export async function readDataFile(
  text: string,
  now: string,
  pause: () => Promise<void>,
): Promise<Result<DataFile, DataFileProblem>> {
  const parsed = parse(text);
  if (parsed === undefined) return err('not_json');
  await pause();
  if (!isFields(parsed) || parsed['format'] !== dataFileFormat) return err('not_foray');
  const { version, items: entries } = parsed;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    return err('not_foray');
  }
  if (version > dataFileVersion) return err('newer');
  if (!Array.isArray(entries)) return err('not_foray');
  const items: FileItem[] = [];
  const unreadable: UnreadableItem[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (index % chunkItems === chunkItems - 1) await pause();
    const item = readItem(entry as unknown, now);
    if (item.ok && !seen.has(item.value.uuid)) {
      seen.add(item.value.uuid);
      items.push(item.value);
    } else {
      const fields = item.ok ? ({ uuid: 'twice' } as const) : item.error;
      unreadable.push({ place: index + 1, title: titleOf(entry), fields });
    }
  }
  const account = parsed['account'];
  return ok({
    exportedAt: readTime(parsed['exported_at'], now, now),
    account: typeof account === 'number' && Number.isSafeInteger(account) ? account : 0,
    items,
    unreadable,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function readItem(entry: unknown, now: string): Result<FileItem, UnreadableItem['fields']> {
  if (!isFields(entry)) return err({ item: 'malformed' });
  const assigned = entry['assigned_to'];
  const fields = {
    uuid: entry['uuid'],
    type: entry['type'],
    ...forPlainFields((_rule, name) => entry[name]),
    status: entry['status'],
    created_at: entry['created_at'],
    completed_at: entry['completed_at'],
    labels: entry['labels'],
    position: entry['position'],
    occurrence: entry['occurrence'],
    occurrence_of: entry['occurrence_of'],
    repeat_done: entry['repeat_done'],
  };
  const draft = validateNewItem(fields, { isExisting: true });
  if (!draft.ok) return err(draft.error.fields);
  const { uuid, type, status } = draft.value;
  if (uuid === null) return err({ uuid: 'required' });
  const createdAt = readTime(draft.value.created_at, now, now);
  const isSample = sampleUsers.some((sample) => sample.id === assigned);
  return ok({
    uuid,
    type,
    ...plainOf(draft.value),
    status,
    mine: entry['mine'] !== false,
    assigned_to: assigned === 'me' ? 'me' : isSample ? (assigned as number) : null,
    parent_uuid:
      typeof entry['parent_uuid'] === 'string' ? entry['parent_uuid'].toLowerCase() : null,
    created_at: createdAt,
    updated_at: readTime(entry['updated_at'], now, createdAt),
    completed_at: status === 'completed' ? readTime(draft.value.completed_at, now, now) : null,
    labels: draft.value.labels,
    position: draft.value.position,
    ...occurrenceOf(draft.value),
  });
}

/** A claimed time in 2000 … now, or `otherwise`. */
function readTime(value: unknown, now: string, otherwise: string): string {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? otherwise : clampInstant(instant, now);
}

function titleOf(entry: unknown): string {
  const title = isFields(entry) ? entry['title'] : undefined;
  return typeof title === 'string' ? title : '';
}
