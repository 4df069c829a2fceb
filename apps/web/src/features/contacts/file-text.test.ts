import { textOfBytes } from './file-text.ts';

const list = 'Name;Phone\r\nJürgen Weiß;+49 151 12345678\r\n';

function wide(text: string, isBig: boolean, mark = ''): Uint8Array {
  const marked = mark + text;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at += 1) {
    view.setUint16(at * 2, marked.charCodeAt(at), !isBig);
  }
  return new Uint8Array(view.buffer);
}

test('UTF-8 with and without a byte order mark', () => {
  expect(textOfBytes(new TextEncoder().encode(list))).toBe(list);
  expect(textOfBytes(new TextEncoder().encode(`\ufeff${list}`))).toBe(list);
});

test('UTF-16 in both byte orders, with and without a byte order mark', () => {
  for (const isBig of [false, true]) {
    expect(textOfBytes(wide(list, isBig, '\ufeff'))).toBe(list);
    expect(textOfBytes(wide(list, isBig))).toBe(list);
  }
});

test('Windows-1252, as old spreadsheets write it', () => {
  const bytes = Uint8Array.from(list, (character) => character.charCodeAt(0));
  expect(textOfBytes(bytes)).toBe(list);
});

test('an empty file is an empty text', () => {
  expect(textOfBytes(new Uint8Array())).toBe('');
});
