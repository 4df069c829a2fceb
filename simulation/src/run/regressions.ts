import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Story } from '../story/story.ts';

/** A story that once failed, kept so that it never does again. */
export interface Regression {
  /** A description of the failure, for people. */
  readonly title: string;
  readonly story: Story;
}

/** The regressions of a folder, by file name. */
export function readRegressions(folder: string): ReadonlyMap<string, Regression> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    files.toSorted().map((name) => {
      return [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Regression] as const;
    }),
  );
}

/** Writes a regression and gives the path of its file; `name` is kebab-case, without an ending. */
export function keepRegression(folder: string, name: string, regression: Regression): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  const { title, story } = regression;
  const steps = story.steps.map((step) => `      ${JSON.stringify(step)}`).join(',\n');
  const { steps: _, ...rest } = story;
  const head = Object.entries(rest).map(
    ([name, value]) => `    "${name}": ${JSON.stringify(value)}`,
  );
  const body = `  "story": {\n${head.join(',\n')},\n    "steps": [\n${steps}\n    ]\n  }`;
  writeFileSync(path, `{\n  "title": ${JSON.stringify(title)},\n${body}\n}\n`);
  return path;
}
