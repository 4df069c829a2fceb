import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, chooseSystemUser, firstBarrier } from './system-user.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-reach-')));
  mkdirSync(join(folder, 'home/data'), { recursive: true });
  for (const path of ['.', 'home', 'home/data']) chmodSync(join(folder, path), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stranger = { uid: 65_533, gid: 65_533, name: 'stranger' };

test('a parent folder with mode 0700 blocks access, and 0711 is enough to pass', () => {
  const inside = join(folder, 'home/data/not/yet');
  chmodSync(join(folder, 'home'), 0o700);
  expect(firstBarrier(inside, stranger)).toBe(join(folder, 'home'));
  expect(canReach(inside, stranger)).toBe(false);
  chmodSync(join(folder, 'home'), 0o711);
  expect(firstBarrier(inside, stranger)).toBeNull();
  expect(canReach(inside, stranger)).toBe(true);
});

test('the owner and the group of a folder pass by their own permission bits', () => {
  const home = join(folder, 'home');
  const { uid, gid } = statSync(home);
  chmodSync(home, 0o710);
  expect(canReach(home, { ...stranger, gid })).toBe(true);
  expect(canReach(home, { ...stranger, uid })).toBe(true);
  expect(canReach(home, stranger)).toBe(false);
  chmodSync(home, 0o701);
  expect(canReach(home, { ...stranger, gid })).toBe(false);
});

test('only root needs another account, which is never root and stays the owner of a cluster', () => {
  const isRoot = process.getuid?.() === 0;
  const choose = (uid: number | null) =>
    chooseSystemUser(uid === null ? null : { uid, gid: uid }, () => {});
  const chosen = choose(null);
  expect(chosen === null).toBe(!isRoot);
  expect(chosen?.uid).not.toBe(0);
  expect(choose(0)).toEqual(chosen);
  expect(choose(54_321)?.uid).toBe(isRoot ? 54_321 : undefined);
});
