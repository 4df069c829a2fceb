import fc from 'fast-check';
import {
  formatEtag,
  formatPosition,
  headerNames,
  maxPositions,
  parseEtag,
  parsePositions,
} from './headers.ts';

test('an etag can be written and read back', () => {
  const epoch = fc.stringMatching(/^[0-9a-zA-Z-]{1,36}$/);
  fc.assert(
    fc.property(epoch, fc.nat(), (name, version) => {
      const etag = { epoch: name, version };
      expect(parseEtag(formatEtag(etag))).toEqual({ ok: true, value: etag });
    }),
  );
});

test('an etag without its quotes is read too', () => {
  expect(parseEtag('e1:12')).toEqual({ ok: true, value: { epoch: 'e1', version: 12 } });
});

test.each(['', '*', '"e1"', '"e1:"', '":1"', 'W/"e1:1"', '"e1:1', '"e1:-1"', '"e1:1", "e1:2"'])(
  '%s is not an etag',
  (text) => {
    expect(parseEtag(text).ok).toBe(false);
  },
);

test('header names are in lower case, as servers return them', () => {
  for (const name of Object.values(headerNames)) expect(name).toBe(name.toLowerCase());
});

test('positions can be written and read back in their order', () => {
  const position = fc.record({
    run: fc.stringMatching(/^[0-9a-zA-Z-]{1,300}$/),
    head: fc.nat({ max: 999_999_999_999_999 }),
  });
  const positions = fc.array(position, { minLength: 1, maxLength: maxPositions });
  fc.assert(
    fc.property(positions, fc.constantFrom(',', ', '), (several, comma) => {
      const text = several.map(formatPosition).join(comma);
      expect(parsePositions(text)).toEqual({ ok: true, value: several });
    }),
  );
});

test.each(['', 'r1', 'r1:', ':1', 'r1:-1', 'r1:1,', 'r_1:1', `${'r'.repeat(301)}:1`])(
  '%s is not a position',
  (text) => {
    expect(parsePositions(text).ok).toBe(false);
  },
);

test('more positions than a request may carry are refused', () => {
  const text = Array.from({ length: maxPositions + 1 }, (_one, head) => `r:${head}`).join();
  expect(parsePositions(text).ok).toBe(false);
});
