// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const speed = 'it only saves time';
const unsought = 'no index is asked for what is no key, a list or a date';
const unread = 'nothing but a row is readable';
const fresh = 'each transaction begins with an empty one';

/** Of `memory` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncMemory = [
  ...equivalentIn('sync/src/memory/memory-store.ts', [
    ["detail: 'the store is closed'", "'the store", '""', 'a text for diagnostics'],
    ['return id === undefined', 'id === undefined', 'false', 'no row has such an id'],
  ]),
  ...equivalentIn('sync/src/memory/memory-tables.ts', [
    ["typeof row !== 'object' || row", "typeof row !== 'object'", 'false', unread],
    ["typeof row !== 'object' || row", "typeof row !== 'object' ||", 'false', unread],
    ["typeof row !== 'object' || row", "typeof row !== 'object' ||", 'typeof row', unread],
    ["typeof row !== 'object' || row", 'row === null', 'false', unread],
    ['if (known.has(row))', 'known.has', 'false', speed],
    ['Array.isArray(value))', 'Array.isArray', 'false', unsought],
    ['return value.every(isKey)', 'value.every', 'value.some', unsought],
    ['const isNumber = ', "typeof value === 'number'", 'true', unsought],
    ['const isNumber = ', "typeof value === 'number' &&", 'typeof value', unsought],
    ['return isNumber || ', 'isNumber || ', 'true', unsought],
    ["typeof value === 'object'", "typeof value === 'object'", 'false', unsought],
    ["'object' ?", "'object'", '""', unsought],
    ['#undo: (() => void)[] = []', '[]', here, fresh],
    ['#lastSeq = null;\n      this.#undo =', '[]', here, fresh],
    ['commit(): void {\n    this.#undo =', '[]', here, fresh],
    ['commit(): void {', '{', '{}', fresh],
    ['isKey(uuid)) this.set(this.idOfUuid, keyOf(uuid), undef', 'isKey(uuid)', 'true', unsought],
    ['isKey(uuid)) this.set(this.idOfUuid, keyOf(uuid), item', 'isKey(uuid)', 'true', unsought],
    ['isKey(parent)) this.#remove', 'isKey(parent)', 'true', unsought],
    ['isKey(parent)) this.#add', 'isKey(parent)', 'true', unsought],
    ['if (isKey(before.seq))', 'isKey(before.seq)', 'true', unsought],
    ['if (isKey(request.seq))', 'isKey(request.seq)', 'true', unsought],
    ['if (before.seq === this.#lastSeq)', 'before.seq ===', 'true', speed],
    ['if (this.#lastSeq !== null) return', 'this.#lastSeq', 'false', speed],
    ['this.erasures += 1', 'this.erasures', 'this.erasures -= 1', 'only whether it changed counts'],
    ['let id = `${store}/${key}`', '`${store}', '``', 'an id only has to be free'],
    ['if (set.has(value)) return', 'set.has(value)', 'false', 'taking it back twice is the same'],
    ['set === undefined', 'set === undefined', 'false', 'what is stored is in its index'],
    ['(Array.isArray(value) ? value :', '(Array.isArray(value)', 'Array.isArray', unsought],
    ['[value]).filter(isKey)', '[value]', '[]', 'a request that touches no list is unreadable'],
  ]),
];
