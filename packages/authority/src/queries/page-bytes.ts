import { maxPageBytes, utf8Bytes } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';

/** The bytes of an item in an answer beside its text: its other fields, and the people who come along. */
const bytesBesideText = 1_000;

/** About how many bytes an item takes in an answer. */
export function bytesOf({ title, description, labels }: ItemRow): number {
  const texts = [title, description ?? '', ...labels];
  return texts.reduce((sum, text) => sum + utf8Bytes(text), bytesBesideText);
}

/** The first rows that fit in a page, by what each takes; the first one fits always. */
export function fittingRows<Row>(rows: readonly Row[], of: (row: Row) => number): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += of(row);
    return index > 0 && bytes > maxPageBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
