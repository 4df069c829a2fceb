import { createRequire } from 'node:module';
import { posix, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import type { InputOptions, OutputChunk, Plugin } from 'rolldown';
import type { Edit, Mutant } from './mutant.ts';
import type { runStory } from '../run/run-story.ts';

type Exports = Record<string, unknown>;
type Require = (path: string) => Exports;

/** A module that is compiled once and can be evaluated any number of times. */
type CompiledModule = (require: Require, exports: Exports) => void;

const entry = 'simulation/src/run/run-story.ts';
/** Mutated files import from these packages, so their entries keep all exports. */
const packages = ['authority', 'contract', 'domain', 'sync'];
const entries = [entry, ...packages.map((name) => `packages/${name}/src/index.ts`)];

/** The modules of the simulation by the paths of their sources; the working directory is the root. */
let modules: Promise<ReadonlyMap<string, CompiledModule>> | undefined;

/**
 * The simulation with a mutant's edits. Only the edited files are compiled for it: all simulations share the
 * compiled code of the others, but no state.
 */
export async function simulationWith({ name, edits }: Mutant): Promise<typeof runStory> {
  modules ??= compileAll();
  const own = new Map(await modules);
  for (const file of new Set(edits.map((edit) => resolve(edit.file)))) {
    if (!own.has(file)) throw new Error(`${name}: the simulation does not load ${file}`);
    own.set(file, await compileMutated(file, edits));
  }
  return loaderOf(own)(resolve(entry))['runStory'] as typeof runStory;
}

/** Evaluates each module when it is first required. */
function loaderOf(own: ReadonlyMap<string, CompiledModule>): Require {
  const requireExternal = createRequire(resolve('simulation/package.json'));
  const evaluated = new Map<string, Exports>();
  return function load(id) {
    const known = evaluated.get(id);
    if (known !== undefined) return known;
    const module = own.get(id);
    if (module === undefined) return requireExternal(id) as Exports;
    const exports: Exports = {};
    evaluated.set(id, exports);
    module(load, exports);
    return exports;
  };
}

async function compileAll(): Promise<ReadonlyMap<string, CompiledModule>> {
  const chunks = await build({ input: entries.map((path) => resolve(path)) }, true);
  const idOf = ({ fileName, facadeModuleId }: OutputChunk): string => facadeModuleId ?? fileName;
  const ids = new Map(chunks.map((chunk) => [chunk.fileName, idOf(chunk)]));
  return new Map(
    chunks.map((chunk) => {
      const module = compile(idOf(chunk), chunk.code);
      // Chunks require each other by paths between them.
      const idAt = (path: string): string =>
        ids.get(posix.join(posix.dirname(chunk.fileName), path)) ?? path;
      return [idOf(chunk), (load, exports) => module((path) => load(idAt(path)), exports)];
    }),
  );
}

/** Compiles one file with its edits; it requires its imports by the paths of the sources. */
async function compileMutated(file: string, edits: readonly Edit[]): Promise<CompiledModule> {
  const plugin = {
    name: 'mutant',
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { id: found.id, external: 'absolute' };
    },
    transform: (code, id) => (id === file ? mutated(file, code, edits) : null),
  } satisfies Plugin;
  const [chunk] = await build({ input: file, plugins: [plugin] }, false);
  return compile(file, chunk.code);
}

async function build(
  options: InputOptions,
  preserveModules: boolean,
): Promise<readonly [OutputChunk, ...OutputChunk[]]> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    ...options,
    platform: 'node',
    external: /^(?!@foray\/)[a-z@]/i,
    // Suites beside the code import Vitest, which no story uses.
    treeshake: { moduleSideEffects: 'no-external' },
  });
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named', preserveModules });
  await bundle.close();
  const [first, ...others] = output;
  return [first, ...others.filter((part) => part.type === 'chunk')];
}

function compile(id: string, code: string): CompiledModule {
  return compileFunction(code, ['require', 'exports'], { filename: id }) as CompiledModule;
}

/** Applies the edits of one file; throws unless each text occurs exactly once. */
function mutated(id: string, source: string, edits: readonly Edit[]): string {
  return edits
    .filter(({ file }) => resolve(file) === id)
    .reduce((code, { file, text, replacement }) => {
      const parts = code.split(text);
      if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} times ${text}`);
      return parts.join(replacement);
    }, source);
}
