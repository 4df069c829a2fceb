import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the alert rules, their tests, the board and the example for Prometheus. */
export const monitoringFolder = fileURLToPath(
  new URL('../../../../docs/operations', import.meta.url),
);

/** A panel of the board. */
export interface BoardPanel {
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string }[];
}

/** The parts of the board that tests read. */
export interface Board {
  readonly panels: readonly BoardPanel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: string }[];
  };
}

/** A file of the folder, as text. */
export function readMonitoring(name: string): string {
  return readFileSync(join(monitoringFolder, name), 'utf8');
}

export function readBoard(): Board {
  return JSON.parse(readMonitoring('grafana.json')) as Board;
}

/** Every query of the board's panels, with all nodes chosen and an interval as from Grafana. */
export function boardQueries(): readonly string[] {
  return readBoard().panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    ),
  );
}

/** The metrics of Foray's nodes in a text, such as a query; `up` is Prometheus' own. */
export function metricsNamedIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\b(?:foray|nodejs|process)_\w+/g));
}

/** The labels in a query's selectors and groupings. */
export function labelsNamedIn(query: string): readonly string[] {
  const groups = [...query.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(/, ?/),
  );
  const matchers = [...query.matchAll(/[{,](\w+)(?:=|!=|=~|!~)"/g)].map(([, name = '']) => name);
  return [...groups, ...matchers].filter((name) => name !== '');
}

/** The names that Prometheus stores for the metrics in a node's text: a histogram has three. */
export function metricsServedIn(text: string): ReadonlySet<string> {
  const suffixes: Readonly<Record<string, readonly string[]>> = {
    histogram: ['_bucket', '_sum', '_count'],
    summary: ['', '_sum', '_count'],
  };
  const types = text.matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Set(
    [...types].flatMap(([, name = '', type = '']) =>
      (suffixes[type] ?? ['']).map((suffix) => name + suffix),
    ),
  );
}
