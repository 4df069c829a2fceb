import { until, untilFound } from '@foray/embedded-postgres/testing';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  boardQueries,
  labelsNamedIn,
  metricsNamedIn,
  metricsServedIn,
  monitoringFolder,
  readBoard,
  readMonitoring,
} from '../testing/monitoring.ts';
import {
  bundleServer,
  type ServerProcess,
  type ServerPrograms,
} from '../testing/server-process.ts';

const token = 'a token of enough characters';
const metrics = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${address}/metrics`, { headers })).text();
};

let programs: ServerPrograms;
let dataDir: string;
let node: ServerProcess;
let address: string;
let prometheus: Prometheus;
beforeAll(async () => {
  programs = await bundleServer();
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'foray-monitored-')));
  chmodSync(dataDir, 0o711);
  writeFileSync(join(dataDir, 'secret.previous'), 'p'.repeat(32), { mode: 0o600 });
  node = programs.run({ FORAY_DATA_DIR: dataDir, METRICS_TOKEN: token });
  address = await node.address;
  for (const path of ['/api/config', '/api/changes', '/api/nowhere']) await fetch(address + path);
  prometheus = await startPrometheus(new URL(address).host);
});
afterAll(async () => {
  await prometheus?.stop();
  node?.child.kill('SIGTERM');
  await node?.ended;
  programs?.remove();
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
});

test('[ALERT-02] Prometheus accepts the alert rules, and each fires in its situation only', () => {
  const promtool = (...args: readonly string[]): string =>
    execFileSync('promtool', args, { cwd: monitoringFolder, encoding: 'utf8', stdio: 'pipe' });
  expect(promtool('check', 'rules', '--lint-fatal', 'alerts.yaml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
  const names = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const rules = names(readMonitoring('alerts.yaml'), /- alert: (\w+)/g);
  expect(rules.size).toBeGreaterThan(0);
  expect(names(readMonitoring('alerts.test.yaml'), /alertname="(\w+)"/g)).toEqual(rules);
});

test('[ALERT-03] each rule states its severity, what happens, and the heading that says what to do', async () => {
  for (const { labels, annotations } of await prometheus.rules()) {
    expect(labels['severity']).toMatch(/^(critical|warning)$/);
    expect(Object.keys(annotations).toSorted()).toEqual(['runbook', 'summary']);
    expect(annotations['summary']).toMatch(/\.$/);
    expect(annotations['runbook']).toMatch(/ \(docs\/operations\.md#[a-z-]+\)\.$/);
  }
});

test('[ALERT-04] Prometheus scrapes a node as in the example and evaluates every rule, and none fires', async () => {
  await scraped();
  await until('rules that were evaluated', async () =>
    (await prometheus.rules()).every(({ health }) => health !== 'unknown'),
  );
  const rules = await prometheus.rules();
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  expect(rules.filter(({ state }) => state === 'firing')).toEqual([]);
});

test('[ALERT-05] each panel of the dashboard, and its choice of nodes, finds data', async () => {
  for (const query of boardQueries()) {
    // A rate needs two scrapes, and a node cleans up and makes a backup a minute after its start.
    const found = async () => (await prometheus.query(query)).length;
    await expect.poll(found, { timeout: 90_000, message: query }).toBeGreaterThan(0);
  }
  const choice = readBoard().templating.list.find(({ name }) => name === 'instance')?.query ?? '';
  const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(choice) ?? [];
  expect((await prometheus.query(selector))[0]?.metric).toHaveProperty(label);
});

test('[ALERT-01] every query of the rules and of the dashboard uses metrics and labels of a scraped node', async () => {
  await scraped();
  const served = metricsServedIn(await metrics());
  const rules = await prometheus.rules();
  for (const query of [...rules.map((rule) => rule.query), ...boardQueries()]) {
    await prometheus.query(query);
    const named = metricsNamedIn(query);
    expect(
      [...named].filter((name) => !served.has(name)),
      query,
    ).toEqual([]);
    const unknown = async () => {
      const labels = await Promise.all([...named].map((name) => prometheus.labelsOf(name)));
      const known = new Set(['instance', 'job', 'le', ...labels.flat()]);
      return labelsNamedIn(query).filter((label) => !known.has(label));
    };
    // A node cleans up a minute after its start.
    await expect.poll(unknown, { timeout: 90_000, message: query }).toEqual([]);
  }
});

/** Waits until Prometheus has scraped the node. */
async function scraped(): Promise<void> {
  await until('a scrape of the node', async () => {
    const [sample] = await prometheus.query('up{job="foray"}');
    return sample?.value[1] === '1';
  });
}

interface Rule {
  readonly name: string;
  readonly query: string;
  /** ok: it could be evaluated. */
  readonly health: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

interface Prometheus {
  /** Throws if Prometheus refuses it. */
  query(expression: string): Promise<readonly Sample[]>;
  /** The labels of all series of a metric. */
  labelsOf(metric: string): Promise<readonly string[]>;
  /** The rules with their last evaluation. */
  rules(): Promise<readonly Rule[]>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Prometheus with the files of the folder, except for another target and shorter intervals.
 */
async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'foray-prometheus-'));
  cpSync(join(monitoringFolder, 'alerts.yaml'), join(folder, 'alerts.yaml'));
  writeFileSync(join(folder, 'metrics-token'), token, { mode: 0o600 });
  const example = readMonitoring('prometheus.yaml');
  expect(example).toContain('127.0.0.1:3000');
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    example.replace('127.0.0.1:3000', target).replaceAll('15s', '1s'),
  );
  const child = spawn(
    'prometheus',
    [
      '--config.file=prometheus.yaml',
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', (error) => (said += error.message));
  const url = await untilFound('a Prometheus: install the package prometheus', () =>
    said.includes('ready to receive web requests')
      ? (/"Listening on" address=(\S+)/.exec(said)?.[1] ?? null)
      : null,
  );
  async function get<T>(path: string, params: Record<string, string> = {}): Promise<T> {
    const search = new URLSearchParams(params).toString();
    const answer = await fetch(`http://${url}/api/v1/${path}?${search}`);
    const { status, data, error } = (await answer.json()) as {
      readonly status: string;
      readonly data: T;
      readonly error?: string;
    };
    if (status !== 'success') throw new Error(`${JSON.stringify(params)}: ${error}`);
    return data;
  }
  const query = async (expression: string) =>
    (await get<{ result: readonly Sample[] }>('query', { query: expression })).result;
  const rules = async () =>
    (await get<{ groups: readonly { rules: readonly Rule[] }[] }>('rules')).groups.flatMap(
      (group) => group.rules,
    );
  return {
    query,
    rules,
    labelsOf: (metric) => get('labels', { 'match[]': metric }),
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
