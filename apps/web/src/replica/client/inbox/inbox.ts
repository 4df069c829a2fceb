import type { Notification } from '@foray/contract';
import type { LocalContact, LocalStore } from '@foray/sync';

/** Mutual contacts and notifications on this device: the sync pulls them, no screen requests them. */
export interface Inbox {
  /** Mutual contacts, in no particular order. */
  readonly contacts: readonly LocalContact[];
  /** The server's notifications, as received. */
  readonly notifications: readonly Notification[];
  /** The ids of this device's own notifications of due items that have been read; null until they are known. */
  readonly dueRead: ReadonlySet<string> | null;
  /** The last titles, by uuid, of items that the person no longer sees. */
  readonly lostTitles: ReadonlyMap<string, string>;
}

/** The inbox before the device is read. */
export const emptyInbox: Inbox = {
  contacts: [],
  notifications: [],
  dueRead: null,
  lostTitles: new Map(),
};

/** Reads the inbox of an account; null if the store fails, and the shown one stays. */
export async function readInbox(store: LocalStore): Promise<Inbox | null> {
  const read = await store.read((tx) =>
    Promise.all([tx.contacts(), tx.notifications(), tx.metaOf('dueRead'), tx.metaOf('lost')]),
  );
  if (!read.ok) return null;
  const [contacts, notifications, dueRead, lost] = read.value;
  return {
    contacts,
    notifications,
    dueRead: new Set(dueRead.map(({ id }) => id)),
    lostTitles: new Map(lost.map(({ id, value }) => [id, value.title])),
  };
}
