import { pastedLines } from './pasted-text.ts';

test('[TYPE-11] every line with a title counts, without its list marker', () => {
  expect(pastedLines('one')).toEqual(['one']);
  expect(pastedLines('one\r\n\n  \ntwo\rthree\n')).toEqual(['one', 'two', 'three']);
  expect(pastedLines('- one\n* two\n• three\n1. four\n12) five\n- [ ] six\n[x] seven')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
  ]);
  expect(pastedLines('-5 degrees\n1.5 litres\na\tb')).toEqual(['-5 degrees', '1.5 litres', 'a b']);
});
