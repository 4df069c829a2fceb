import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSolution } from './proof-search.ts';
import { sha256 } from './sha256.ts';

function hex(words: Int32Array): string {
  return [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

test('it is the function that everybody else has, at every length around its blocks', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('the first solution is found', () => {
  const startsWithZeros = (solution: number) =>
    createHash('sha256').update(`text:${solution}`).digest().readUInt16BE(0) < 2 ** 6;
  const found = findSolution({ prefix: 'text:', bits: 10 });
  let first = 0;
  while (!startsWithZeros(first)) first += 1;
  expect(found).toBe(first);
});
