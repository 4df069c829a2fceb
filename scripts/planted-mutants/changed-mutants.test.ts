import { mutantsOfChange } from './changed-mutants.mjs';
import type { PlantedMutant } from './mutant-files.mjs';

const claimingTests: Record<string, string[]> = {
  'A-01': ['apps/web/src/a.test.ts'],
  'A-02': ['apps/web/src/a.browser.test.tsx'],
  'A-03': ['apps/web/src/a.test.ts', 'e2e/a.spec.ts'],
};

/** The lines of the mutants that a change of these files runs now, and of the others. */
function ofChange(mutants: readonly PlantedMutant[], ...paths: string[]) {
  const { now, others } = mutantsOfChange(
    mutants,
    ({ label }) => (claimingTests[label] ?? []).map((path) => ({ path, title: label })),
    paths,
  );
  return { now: now.map(({ line }) => line), others: others.map(({ line }) => line) };
}

function planted(line: number, requirement: string, file: string): PlantedMutant {
  const edits = [{ file, text: 'a', replacement: 'b' }];
  return { path: 'a.mutants', line, label: requirement, claim: { requirement }, edits };
}

const mutants = [
  planted(1, 'A-02', 'a.ts'),
  planted(2, 'A-01', 'a.ts'),
  planted(3, 'A-03', 'a.ts'),
  planted(4, 'A-02', 'b.ts'),
];

test('a change runs the mutants of its files, quick ones first, without those of end-to-end tests', () => {
  expect(ofChange(mutants, 'a.ts')).toEqual({ now: [2, 1], others: [3] });
  expect(ofChange(mutants, 'b.ts')).toEqual({ now: [4], others: [] });
  expect(ofChange(mutants, 'c.ts')).toEqual({ now: [], others: [] });
});

test('a change of a claiming test runs the mutants that the test has to notice', () => {
  expect(ofChange(mutants, 'apps/web/src/a.browser.test.tsx')).toEqual({ now: [1, 4], others: [] });
  expect(ofChange(mutants, 'e2e/a.spec.ts')).toEqual({ now: [], others: [3] });
});

test('a large change runs a few mutants and lists all others', () => {
  const many = Array.from({ length: 9 }, (_, line) => planted(line, 'A-01', 'a.ts'));
  const { now, others } = ofChange(many, 'a.ts');
  expect(now).toEqual([0, 1]);
  expect(others).toEqual([2, 3, 4, 5, 6, 7, 8]);
});
