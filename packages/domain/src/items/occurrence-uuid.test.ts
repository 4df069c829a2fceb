import { createHash, randomUUID } from 'node:crypto';
import { occurrenceUuid } from './occurrence-uuid.ts';

/** Version 5 by the library of the platform. */
function version5(space: string, name: string): string {
  const hash = createHash('sha1').update(Buffer.from(space.replaceAll('-', ''), 'hex'));
  const bytes = hash.update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

test('[REPEAT-10] the uuid of a copy is a version 5 uuid of the item and the number', () => {
  for (let n = 1; n <= 2_000; n += 1) {
    const uuid = randomUUID();
    expect(occurrenceUuid(uuid, n)).toBe(version5(uuid, String(n)));
  }
  expect(occurrenceUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', Number.MAX_SAFE_INTEGER)).toBe(
    version5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', String(Number.MAX_SAFE_INTEGER)),
  );
});
