import * as fc from 'fast-check';
import { formatRunName, parseRunName, namedRuns } from './database-run.ts';

const id = fc.stringMatching(/^[0-9a-f]{16}$/);
const end = fc.record({ run: id, head: fc.nat({ max: 999_999_999_999 }) });

test('the name of a run can be written and read back, and fits into a header', () => {
  const name = fc.record({ run: id, before: fc.array(end, { maxLength: namedRuns.length }) });
  fc.assert(
    fc.property(name, (one) => {
      const text = formatRunName(one);
      expect(text).toMatch(/^[0-9A-Za-z-]{1,300}$/);
      expect(parseRunName(text)).toEqual(one);
    }),
  );
});

test('any other name is read as a run without information about the runs before it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { head } of parseRunName(text).before) expect(head).not.toBeNaN();
    }),
  );
});

test('a run whose name is cut off before its head reveals nothing', () => {
  expect(parseRunName('a-b-1-c')).toEqual({ run: 'a', before: [{ run: 'b', head: 1 }] });
});
