import { importedUuid, isImportedUuid } from './imported-uuid.ts';

test('[I2] the uuid of an imported item is the same in every release, so that a later import does not duplicate it', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  expect([
    importedUuid('1000', uuid, 0),
    importedUuid('1000', uuid, 1),
    importedUuid('1001', uuid, 0),
    importedUuid('0a1b2c3d-0000-4000-8000-000000000001', uuid, 0),
  ]).toEqual([
    '9252ddfa-cb69-8225-bc53-be3ca568f1e3',
    '1b3afcbe-a09f-8cf0-b266-0c0549c33c4b',
    '3f8c0423-9bf9-8b8e-a315-c7508760a8fd',
    '52994ed6-21b9-8e79-9d08-85a16e28850e',
  ]);
});

test('a uuid shows whether an import created it', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  expect(isImportedUuid(uuid)).toBe(false);
  expect(isImportedUuid(importedUuid('1000', uuid, 0))).toBe(true);
});

test('[I2] the uuids of imports differ by account, item and attempt, and are valid', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 20_000; n += 1) {
    const uuid = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
    seen.add(importedUuid(String(1000 + (n % 7)), uuid, n % 3));
  }
  expect(seen.size).toBe(20_000);
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const uuid of seen) expect(uuid).toMatch(pattern);
  const one = '00000000-0000-4000-8000-000000000001';
  expect(importedUuid('1000', one, 0)).toBe(importedUuid('1000', one, 0));
  const others = [importedUuid('1001', one, 0), importedUuid('1000', one, 1)];
  expect(others).not.toContain(importedUuid('1000', one, 0));
});
