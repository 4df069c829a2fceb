import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By test file: the longest time that a run of it has taken, in milliseconds. */
const longest = new Map<string, number>();

/**
 * Runs first the file that failed for the previous mutant, because the next mutant is often on the same line,
 * and then the quickest files, so that most mutants are noticed before a slow test begins.
 */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = files.map((file) => {
      const key = `${file.project.name}:${relative(this.ctx.config.root, file.moduleId)}`;
      const last = this.ctx.cache.getFileTestResults(key);
      const ms = Math.max(last?.duration ?? 0, longest.get(key) ?? 0);
      longest.set(key, ms);
      return { file, ms: last?.failed === true ? -1 : ms };
    });
    return places.toSorted((a, b) => a.ms - b.ms).map(({ file }) => file);
  }
}
