import { firstPersonId } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import type { MemoryRuns } from './memory-runs.ts';
import type { NextIds, TableName, TableRows } from './tables.ts';

/** The rows that a reader sees: the committed ones, or those with its own writes over them. */
export interface View {
  /** A row by its key. */
  get<T extends TableName>(table: T, key: string | number): TableRows[T] | undefined;
  /** All rows, in no order. */
  rows<T extends TableName>(table: T): Iterable<TableRows[T]>;
}

/** Distinct numbers in ascending order. */
export function distinct(ids: Iterable<number>): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** Orders by number. */
export const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;

/** Finds the rows of a table that `keep` wants, in no order. */
export function rowsIn(view: View) {
  return <T extends TableName>(table: T, keep: (row: TableRows[T]) => boolean) => {
    const kept: TableRows[T][] = [];
    for (const row of view.rows(table)) if (keep(row)) kept.push(row);
    return kept;
  };
}

/** The items of a view by the number of their parent. */
export function childrenByParent(view: View): ReadonlyMap<number, readonly ItemRow[]> {
  const children = new Map<number, ItemRow[]>();
  for (const item of view.rows('items')) {
    if (item.parent_id === null) continue;
    const siblings = children.get(item.parent_id);
    if (siblings === undefined) children.set(item.parent_id, [item]);
    else siblings.push(item);
  }
  return children;
}

/** Whether a user's account was deleted: only their row is left, without a number. */
export function isEnded(view: View, userId: number): boolean {
  return userId >= firstPersonId && view.get('users', userId)?.phone === null;
}

/** The runs that a reader sees. */
export interface RunsView {
  readonly runs: MemoryRuns;
  /** The epoch of everybody whose own was never renewed. */
  readonly epoch: string;
  /** The user's head before the reader moved it; undefined if it has not. */
  readonly movedFrom: (userId: number) => number | undefined;
}

/** The writing side of a transaction of the memory store. */
export interface Writer {
  readonly view: View;
  readonly gate: Gate;
  readonly put: <T extends TableName>(table: T, row: TableRows[T]) => void;
  readonly remove: <T extends TableName>(table: T, row: TableRows[T]) => void;
  readonly lock: (key: string) => Promise<void>;
  readonly takeId: (table: keyof NextIds) => number;
  /** The heads that the transaction moves, as they were before. */
  readonly movedHeads: Map<number, number>;
  /** As in `MemoryHooks`. */
  readonly logsEverything: boolean;
  /** Called once a change has written its outcome: the next change is a separate part. */
  readonly endPart: () => void;
}

/** Primitives that return at once. */
export type UngatedPrimitives<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer A) => Promise<infer R>
    ? (...given: A) => R
    : never;
};

type Run = (...given: unknown[]) => unknown;

/** Shares its methods between all instances, because a store makes one for each transaction. */
class Gated {
  readonly gate: Gate;
  readonly primitives: Readonly<Record<string, Run>>;

  constructor(gate: Gate, primitives: Readonly<Record<string, Run>>) {
    this.gate = gate;
    this.primitives = primitives;
  }
}

/** The primitives that {@link Gated} has. */
const gatedNames = new Set<string>();

function addPrimitive(name: string): void {
  gatedNames.add(name);
  const value = async function run(this: Gated, ...given: unknown[]): Promise<unknown> {
    await this.gate(name);
    return this.primitives[name]?.(...given);
  };
  Object.defineProperty(Gated.prototype, name, { value, writable: true });
}

/** Primitives that wait for the gate first. */
export function gated<T>(gate: Gate, primitives: UngatedPrimitives<T>): T {
  for (const name of Object.keys(primitives)) if (!gatedNames.has(name)) addPrimitive(name);
  return new Gated(gate, primitives as Readonly<Record<string, Run>>) as T;
}

/** Called before each primitive with its name; a test's scheduler puts its yields and crashes here. */
export type Gate = (primitive: string) => Promise<void>;
