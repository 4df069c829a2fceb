import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { runStory } from './run-story.ts';
import type { FaultName, StepKind } from './story.ts';

/** A replacement in the source: the file from the root, a text that occurs in it once, the new text. */
export type Edit = readonly [file: string, text: string, replacement: string];

/** A protection that is removed, and the invariant that must be seen to break without it. */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /** Faults that it needs; they are frequent in its stories. */
  readonly faults?: readonly FaultName[];
  /** Steps that it needs; half of the steps of its stories are of these kinds. */
  readonly steps?: readonly StepKind[];
  /** The browsers that begin with the app of the last release in its stories, by their index. */
  readonly lastRelease?: readonly number[];
  /** A seed that is known to catch it, tried before the others. Stories change with the simulation. */
  readonly seed?: number;
  readonly edits: readonly Edit[];
}

/** Applies the edits of one file; throws unless each text occurs exactly once. */
function mutated(file: string, source: string, edits: readonly Edit[]): string {
  return edits.reduce((code, [, text, replacement]) => {
    const parts = code.split(text);
    if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} times ${text}`);
    return parts.join(replacement);
  }, source);
}

/** Bundles the simulation with a mutant's edits; the working directory is the root. */
export async function simulationWith({ name, edits }: Mutant): Promise<typeof runStory> {
  const { rolldown } = await import('rolldown');
  const left = new Set(edits);
  const bundle = await rolldown({
    input: resolve('simulation/src/run-story.ts'),
    platform: 'node',
    external: (id) => /^[a-z@]/i.test(id) && !id.startsWith('@foray/'),
    plugins: [
      {
        name: 'mutant',
        transform(code, id) {
          const own = edits.filter(([file]) => resolve(file) === id);
          for (const edit of own) left.delete(edit);
          return own.length === 0 ? null : mutated(id, code, own);
        },
      },
    ],
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  if (left.size > 0) throw new Error(`${name}: not loaded: ${[...left].join()}`);
  const folder = resolve('node_modules/.cache/foray/mutants');
  const file = `${folder}/${name.replace(/\W+/g, '-')}-${process.pid}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, output[0].code);
  try {
    const module = (await import(pathToFileURL(file).href)) as { runStory: typeof runStory };
    return module.runStory;
  } finally {
    await rm(file);
  }
}
