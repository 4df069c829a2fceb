import type { AccountExport, ActivityEntry, DeltaItem, TrashedItem } from '@foray/contract';
import { itemTypes } from '@foray/domain';
import type { Person } from '@foray/domain';
import { listBlocked } from './blocks.ts';
import { listMutuals } from './contacts.ts';
import { epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import { changesDelta, itemsDelta } from '../feed/pull.ts';
import { personFor } from '../items/people.ts';
import type { Caller } from '../store/request.ts';
import type { Reads, Store } from '../store/store.ts';
import { campaignActivity } from '../queries/campaign-activity.ts';
import { listTrash } from '../queries/deleted-items.ts';

/** How many rows are read and kept in memory at once. */
const rowsAtOnce = 200;

/** The caller's data in pages. Each part is read on demand. */
export type SeenByCaller = ReturnType<typeof seenByCaller>;

/**
 * Everything that the caller sees, read by the use cases behind the other routes, so that an export shows
 * nothing that those would not. All parts belong to the snapshot `reads`. Read `items` before `activity`,
 * which covers the campaigns found there, and `people` last: it has the users whom the other parts mention.
 *
 * @throws {EpochChanged} if the account has ended.
 */
export function seenByCaller(
  reads: Reads,
  { userId, accountGeneration: life }: Caller,
  now: string,
) {
  const caller: Caller = { userId, accountGeneration: life };
  const store = epochCheckedStore(snapshotStore(reads), caller);
  const campaignIds: number[] = [];
  const people = new Map<number, Person>();
  const collectPeople = (met: readonly Person[]) => {
    for (const person of met) people.set(person.id, person);
  };
  async function* changePages() {
    for (let since = 0, more = true; more;) {
      const page = await changesDelta(store, caller, now, { since, limit: rowsAtOnce });
      ({ cursor: since, more } = page);
      yield page;
    }
  }
  return {
    async account(): Promise<AccountExport['account'] | null> {
      const [user] = await reads.users([userId]);
      if (user === undefined) return null;
      return { ...personFor(user, true), phone_verified_at: user.phone_verified_at };
    },
    async *items(): AsyncGenerator<readonly DeltaItem[]> {
      for (const type of itemTypes) {
        for (let since = 0, more = true; more;) {
          const query = { type, since, limit: rowsAtOnce };
          const page = await itemsDelta(store, caller, now, query);
          collectPeople(page.users);
          if (type === 'campaign') campaignIds.push(...page.data.map(({ id }) => id));
          ({ cursor: since, more } = page);
          yield page.data;
        }
      }
    },
    async *trash(): AsyncGenerator<readonly TrashedItem[]> {
      for (let before: string | null | undefined; before !== null;) {
        const page = await listTrash(store, caller, now, { limit: rowsAtOnce, before });
        before = page.next ?? null;
        yield page.data;
      }
    },
    async *activity(): AsyncGenerator<readonly (ActivityEntry & { campaign_id: number })[]> {
      for (const campaign_id of campaignIds) {
        for (let page = 1, last = 1; page <= last; page += 1) {
          const found = await campaignActivity(
            store,
            caller,
            { id: campaign_id },
            page,
            rowsAtOnce,
          );
          last = found?.last_page ?? 0;
          yield (found?.data ?? []).map((entry) => ({ ...entry, campaign_id }));
        }
      }
    },
    async *notifications(): AsyncGenerator<AccountExport['notifications']> {
      for await (const { notifications, users } of changePages()) {
        collectPeople(users);
        yield notifications;
      }
    },
    async *privateRows(): AsyncGenerator<AccountExport['private_rows']> {
      for await (const { private_rows: rows = [] } of changePages()) {
        yield rows.filter(({ value }) => value !== null);
      }
    },
    mutuals: () => listMutuals(store, caller),
    blocked: () => listBlocked(store, caller),
    people: () => [...people.values()].toSorted((a, b) => a.id - b.id),
  };
}

/** A read-only store over one snapshot. */
function snapshotStore(reads: Reads): Store {
  const refuse = (): Promise<never> => Promise.reject(new Error('a snapshot is only read'));
  return { epoch: '', tx: refuse, tryTx: refuse, read: (fn) => fn(reads) };
}
