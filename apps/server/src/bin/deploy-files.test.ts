import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of deploy. */
const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8');

test('[BACKUP-09] the nodes of compose.yaml make backups in a volume, which the user of the image may write', () => {
  const [nodes = '', services = ''] = read('compose.yaml').split(/^services:$/m);
  const folder = /^ {4}BACKUP_FOLDER: (\S+)$/m.exec(nodes)?.[1];
  expect(folder).toBeDefined();
  expect(nodes).toContain(`volumes: ['backups:${folder}']`);
  expect(services).toMatch(/^volumes:\n(?: {2}.*\n)* {2}backups:$/m);
  const image =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(image).toMatch(new RegExp(`^RUN install -d -o (\\w+) .* ${folder}\n[^]*^USER \\1$`, 'm'));
});
