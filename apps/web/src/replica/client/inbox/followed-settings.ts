import { putPrivateRows, readPrivateRows } from '@foray/sync';
import type { Observable } from '../../../state/observable.ts';
import type { FollowedSettings } from '../state/client-ports.ts';
import { serially } from '../state/serial-task.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import type { Inbox } from './inbox.ts';

/** The kind of the private rows that have settings; their ids are those of `FollowedSettings`. */
const kind = 'setting';

/** The open account, whose inbox is read again whenever its private rows have changed. */
interface OpenAccounts {
  current(): Promise<Pick<OpenAccount, 'device'>>;
  readonly watch: { readonly inbox: Observable<Inbox>; requestSync(): void };
}

/**
 * Keeps the settings that follow a person in line with the private rows of the open account, whichever tab or
 * device changed them. A browser stores such a setting itself, so that the first rendering can read it: a row
 * that has not changed since it was last seen leaves it alone.
 */
export function followedSettings(accounts: OpenAccounts, { applySetting }: FollowedSettings) {
  const { watch } = accounts;
  let seenIn: Pick<OpenAccount, 'device'> | null = null;
  const seen = new Map<string, string>();
  let changes = 0;
  let storing = 0;

  const apply = serially(async () => {
    const opened = await accounts.current();
    const before = changes;
    const rows = await readPrivateRows(opened.device);
    // The person has just changed a setting here: its row is read again once it is stored.
    if (!rows.ok || changes !== before || storing > 0) return;
    if (seenIn !== opened) seen.clear();
    seenIn = opened;
    for (const row of rows.value) {
      const text = JSON.stringify(row.value);
      if (row.kind !== kind || seen.get(row.id) === text) continue;
      seen.set(row.id, text);
      applySetting(row.id, row.value);
    }
  });
  watch.inbox.subscribe(() => void apply());
  void apply();

  return {
    /** Lets a setting of this browser follow the person. */
    async followSetting(id: string, value: Readonly<Record<string, unknown>>): Promise<void> {
      changes += 1;
      storing += 1;
      const { device } = await accounts.current();
      await putPrivateRows(device, [{ kind, id, value }]);
      storing -= 1;
      watch.requestSync();
      await apply();
    },
  };
}
