import { err } from '@foray/domain';
import { StoredAccountMemory } from '../account/stored-account-memory.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import type { LocalStores, StoreFailure } from '../store/ports.ts';
import { TestMirror } from './test-mirror.ts';

/** A browser: pages started in it find what is durable. */
export function testBrowser() {
  const kept = new MemoryStores();
  const mirror = new TestMirror();
  const faults = {
    open: null as StoreFailure | null,
    write: null as StoreFailure | null,
    /** After this number of openings another tab empties the store. */
    emptied: 0,
  };
  const open = async (key: number) => {
    if (faults.open !== null) return err(faults.open);
    const opened = await kept.open(key);
    faults.emptied -= 1;
    const other = faults.emptied >= 0 ? await kept.open(key) : null;
    if (other?.ok) await other.value.destroy();
    if (opened.ok) opened.value.faults.beforeCommit = () => faults.write;
    return opened;
  };
  const stores: LocalStores = { open, openExisting: open };
  /** The row's value for the remembered account. */
  const row = () => kept.tables.get(0)?.meta('account').get('browser')?.value;
  return { mirror, faults, kept, row, page: () => new StoredAccountMemory(stores, mirror) };
}
