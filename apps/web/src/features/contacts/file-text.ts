/** The number of bytes that are checked to detect UTF-16 without a byte order mark. */
const probeBytes = 1024;

/**
 * The text of a file's bytes: UTF-8, UTF-16 in either byte order with or without a byte order mark
 * ('Unicode text' of spreadsheets), else Windows-1252, in which every byte is a character.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(Math.min(bytes.length, probeBytes) / 2);
  let highZeros = 0;
  let lowZeros = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) highZeros += 1;
    if (bytes[at + 1] === 0) lowZeros += 1;
  }
  // One byte of an ASCII character is zero, so most pairs in a list of numbers contain a zero.
  if (lowZeros > pairs / 2 && highZeros === 0) return 'utf-16le';
  return highZeros > pairs / 2 && lowZeros === 0 ? 'utf-16be' : null;
}
