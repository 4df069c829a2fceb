import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPackage } from './make-package.mjs';

test('[PACK-08] links of libraries that npm did not make are made in the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foray-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [source, into] = [join(folder, 'linux-x64'), join(folder, 'package')];
  const library = join(source, 'native/lib');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'libpq.so.5.18'), '');
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(source, 'native/pg-symlinks.json'), JSON.stringify(links));
  symlinkSync('libpq.so.5.18', join(library, 'libpq.so'));
  copyPackage(source, into);
  for (const name of ['libpq.so', 'libpq.so.5']) {
    expect(readlinkSync(join(into, library, name))).toBe('libpq.so.5.18');
  }
});
