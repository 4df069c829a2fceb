import { maxPageBytes, utf8Bytes } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';

/** The bytes of an item in a response besides its text: its other fields, and the people whom the response names. */
const bytesBesideText = 1_000;

/** The approximate number of bytes of an item in a response. */
export function bytesOf({ title, description, labels }: ItemRow): number {
  const texts = [title, description ?? '', ...labels];
  return texts.reduce((sum, text) => sum + utf8Bytes(text), bytesBesideText);
}

/** The first rows that fit in a page by their size; the first one always fits. */
export function fittingRows<Row>(rows: readonly Row[], of: (row: Row) => number): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += of(row);
    return index > 0 && bytes > maxPageBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
