import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

test('[PACK-06] every service of compose.yaml keeps a limited log', () => {
  const compose = read('compose.yaml');
  expect(compose).toMatch(
    /^x-logs: &logs\n {2}driver: json-file\n {2}options: \{ max-size: 10m, max-file: '5' \}$/m,
  );
  const services = /^services:\n([^]*?)^\w/m.exec(compose)?.[1]?.split(/^ {2}(?=\w)/m) ?? [];
  const [nodes = ''] = compose.split(/^services:$/m);
  expect(nodes.split(/^(?=x-node)/m).at(-1)).toContain('\n  logging: *logs\n');
  const own = services.filter(
    (service) => !['', '\n'].includes(service) && !/^node\d: \*node\s*$/.test(service),
  );
  expect(own.map((service) => service.split(':')[0])).toEqual(['database', 'pooler', 'proxy']);
  for (const service of own) expect(service).toContain('\n    logging: *logs\n');
});

test('[METRIC-12] the image is built with the commit that compose.yaml is told', () => {
  const image = read('Dockerfile');
  expect(image.indexOf('ARG FORAY_COMMIT')).toBeGreaterThan(0);
  expect(image.indexOf('ARG FORAY_COMMIT')).toBeLessThan(
    image.indexOf('RUN node scripts/package.mjs'),
  );
  expect(read('compose.yaml')).toMatch(/^ {4}args:\n {6}FORAY_COMMIT: \$\{FORAY_COMMIT:-\}$/m);
  expect(read('compose.yaml')).toContain('\n    METRICS_TOKEN: ${METRICS_TOKEN:-}\n');
});

test('[DEPLOY-11] the commands of the tasks in operations.md are whole as they stand in the file', () => {
  const project = fileURLToPath(new URL('../../../..', import.meta.url));
  const page = readFileSync(`${project}docs/operations.md`, 'utf8');
  const [tasks = ''] = page.split(/^## Environment$/m);
  const blocks = [...tasks.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(
    ([, commands = '']) => commands,
  );
  expect(blocks.length).toBeGreaterThan(10);
  for (const commands of blocks) {
    // bash only warns of a here-document without an end, which an indented END is.
    const { status, stderr } = spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' });
    expect([status, stderr], commands).toEqual([0, '']);
  }
  const named = blocks.join('').matchAll(/\/opt\/foray\/((?:docs|deploy)\/[\w./-]+)/g);
  const files = [...new Set([...named].map(([, path = '']) => path))].toSorted();
  expect(files).toEqual([
    'deploy/foray.service',
    'docs/operations/Caddyfile',
    'docs/operations/nginx.conf',
  ]);
  for (const path of files) expect(existsSync(project + path), path).toBe(true);
  expect(tasks).toContain(/^# (useradd .*)$/m.exec(read('foray.service'))?.[1]);
});
