import { textParts } from './text-links.ts';

const linksIn = (text: string) =>
  textParts(text).flatMap(({ text: shown, href }) => (href === null ? [] : [[shown, href]]));

test.each([
  ['http://a.example', 'http://a.example'],
  ['See HTTPS://a.example/x?y=1#z.', 'HTTPS://a.example/x?y=1#z'],
  ['(https://a.example/b)', 'https://a.example/b'],
  ['https://a.example/b_(c), then', 'https://a.example/b_(c)'],
  ['Is it https://a.example/b?!', 'https://a.example/b'],
  ['“https://a.example”', 'https://a.example'],
  ['mailto:ada@a.example; tel', 'mailto:ada@a.example'],
  ['Call tel:+15550100.', 'tel:+15550100'],
  ['資料は https://a.example/doc。次へ', 'https://a.example/doc'],
  ['全角（https://a.example/b）です', 'https://a.example/b'],
  ['「https://a.example/c」、次', 'https://a.example/c'],
  ['https://a.example/日本語、次', 'https://a.example/日本語'],
  ['https://a.example/d！', 'https://a.example/d'],
  ['https://a.example/e\u200bnext', 'https://a.example/e'],
  ['https://a.example/f\u2060.', 'https://a.example/f'],
])('[SHEET-06] %s has the link %s', (text, link) => {
  expect(linksIn(text)).toEqual([[link, link]]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'file:///etc/passwd',
  'ftp://a.example',
  '<a href="x">x</a>',
  'www.a.example and ada@a.example',
  'xhttps://a.example',
  'https:// and mailto: and tel:',
  'http://[bad',
  '',
])('[SHEET-06] %s has no link', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('[SHEET-06] the parts of a text make up the text', () => {
  const text = 'First https://a.example, then\n\nmailto:b@c.example (or tel:1). End';
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(linksIn(text)).toHaveLength(3);
});

test('a text with many dots takes no longer than others of its length', () => {
  const address = `https://example.org/${'.'.repeat(300_000)}x`;
  expect(textParts(address)).toEqual([{ text: address, href: address }]);
});
