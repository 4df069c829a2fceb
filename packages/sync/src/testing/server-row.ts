import type { DeltaItem } from '@foray/contract';
import { itemOf } from '@foray/domain';
import { localItemOf, type LocalItem } from '../store/local-item.ts';
import { localItem } from './rows.ts';
import { userId } from './test-server.ts';

/** A row of the feed with that number as id and in its uuid, owned by this user. */
export function serverRow(number: number, fields: Partial<DeltaItem> = {}): DeltaItem {
  const rights = { permission: 'manage', children_count: 0, completed_count: 0 } as const;
  const item = itemOf(localItem(number, { title: `item ${number}` }));
  return { ...item, user_id: userId, version: 1, rev: number, ...rights, ...fields };
}

/** The row of a device that has received that one, and displays it unless `fields` say otherwise. */
export function heldRow(base: DeltaItem, fields: Partial<LocalItem> = {}): LocalItem {
  return { ...localItemOf(base), _localVersion: 1, ...fields };
}
