import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEtag, headerNames, parseEtag } from './headers.ts';

test('an etag that was written is read back', () => {
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
  '%s is no etag',
  (text) => {
    expect(parseEtag(text).ok).toBe(false);
  },
);

test('header names are in lower case, as servers give them', () => {
  for (const name of Object.values(headerNames)) expect(name).toBe(name.toLowerCase());
});
