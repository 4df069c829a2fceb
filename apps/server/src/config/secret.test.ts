import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previousSecretIn, secretFilesIn, secretIn } from './secret.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foray-secret-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the first start makes a secret that only its owner can read, and later ones keep it', () => {
  const secret = secretIn(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(secretIn(folder)).toBe(secret);
});

test('[DEPLOY-06] a secret that is moved aside counts as the previous secret until its file is deleted', () => {
  const first = secretIn(folder);
  expect(previousSecretIn(folder)).toBeNull();
  renameSync(join(folder, 'secret'), join(folder, 'secret.previous'));
  expect(secretIn(folder)).not.toBe(first);
  expect(previousSecretIn(folder)).toBe(first);
  writeFileSync(join(folder, 'secret.previous'), 'short');
  expect(() => previousSecretIn(folder)).toThrow(expect.objectContaining({ code: 'secret' }));
});

test('a damaged secret is refused and left as it is', () => {
  writeFileSync(join(folder, 'secret'), '');
  expect(() => secretIn(folder)).toThrow(expect.objectContaining({ code: 'secret' }));
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('');
});

test('a backup of a running server that lost the file of its secret has the secret, and makes no other', () => {
  const used = secretIn(folder);
  rmSync(join(folder, 'secret'));
  expect(secretFilesIn(folder, used)).toEqual({ secret: used });
  expect(readdirSync(folder)).toEqual([]);
});
