import type { FastifyInstance } from 'fastify';

/** The configuration of an application whose metrics are read. */
export const metricsToken = 'a token of enough characters';

/** One sample of the metrics. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The response of /metrics, as text. */
export async function metricsText(app: FastifyInstance): Promise<string> {
  const headers = { host: 'localhost', authorization: `Bearer ${metricsToken}` };
  const answer = await app.inject({ url: '/metrics', headers });
  if (answer.statusCode !== 200) throw new Error(`the metrics answered ${answer.statusCode}`);
  return answer.payload;
}

/** Every sample in the text of the metrics. */
export function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The sum of the samples of a name that have these labels; 0 if there is none. */
export function valueIn(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samplesOf(text)
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** The sum of samples as in {@link valueIn}, from the metrics of an application. */
export async function metricOf(
  app: FastifyInstance,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  return valueIn(await metricsText(app), name, labels);
}
