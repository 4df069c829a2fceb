import type { Page } from '@playwright/test';
import { storedRows } from './stored-rows.ts';

interface MetaRow {
  readonly kind: string;
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The values of a field in the account's meta rows of a kind, one for each row. */
export async function metaOf(page: Page, kind: string, field: string): Promise<readonly unknown[]> {
  const rows = (await storedRows(page, 'meta')) as readonly MetaRow[];
  return rows.filter((row) => row.kind === kind).map(({ value }) => value[field]);
}

/** Whether a tab of the browser runs a sync cycle, or is about to. */
export function isSyncing(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].some(({ name }) => name?.startsWith('foray-sync-'));
  });
}
