import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, Mutant } from './mutant.ts';
import type { FaultName, StepKind } from '../story/story.ts';

const folder = 'simulation/protections';
const header =
  /^\[(I\d+); seed (\d+)(?:; faults ([\w ]+))?(?:; steps ([\w ]+))?(?:; last release ([\d ]+))?\] (.+)$/;

/**
 * The mutants of all files, in the form of planted mutants (CONTRIBUTING.md). Brackets name the invariant and
 * the needs of a story: `[I16; seed 7; faults clockJump] later clock wins`. The working directory is the
 * root.
 */
export function readProtections(): readonly Mutant[] {
  return paths().flatMap((path) => mutantsIn(readFileSync(path, 'utf8')));
}

/** Writes a mutant's new seed into the file that names it. */
export function recordSeed({ name }: Mutant, seed: number): void {
  for (const path of paths()) {
    const text = readFileSync(path, 'utf8');
    const [line] = text.split('\n').filter((content) => content.endsWith(`] ${name}`));
    if (line === undefined) continue;
    writeFileSync(path, text.replace(line, line.replace(/; seed \d+/, `; seed ${seed}`)));
    return;
  }
  throw new Error(`no file in ${folder} names '${name}'`);
}

function paths(): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

function mutantsIn(text: string): Mutant[] {
  const mutants: (Mutant & { readonly edits: Edit[] })[] = [];
  let file = '';
  let previousSign = '';
  for (const line of text.split('\n')) {
    const edits = mutants.at(-1)?.edits;
    const edit = edits?.at(-1);
    const sign = /^[-+](?= |$)/.exec(line)?.[0] ?? '';
    const code = line.slice(2);
    if (line.startsWith('[')) mutants.push(mutantOf(line));
    else if (sign === '' && line !== '') file = line;
    else if (sign === '-' && previousSign === '-' && edit) edit.text += `\n${code}`;
    else if (sign === '-') edits?.push({ file, text: code, replacement: '' });
    else if (sign === '+' && edit) edit.replacement += previousSign === '+' ? `\n${code}` : code;
    previousSign = sign;
  }
  return mutants;
}

function mutantOf(line: string): Mutant & { readonly edits: Edit[] } {
  const [, breaks, seed, faults, steps, lastRelease, name] = header.exec(line) ?? [];
  if (breaks === undefined || name === undefined) throw new Error(`no mutant: ${line}`);
  const words = (list: string) => list.split(' ');
  return {
    name,
    breaks,
    seed: Number(seed),
    ...(faults && { faults: words(faults) as FaultName[] }),
    ...(steps && { steps: words(steps) as StepKind[] }),
    ...(lastRelease && { lastRelease: words(lastRelease).map(Number) }),
    edits: [],
  };
}
