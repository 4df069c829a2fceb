/** Rows as lines of text for a terminal, in columns as wide as their widest cell. */
export function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = lines.reduce<readonly number[]>(
    (widest, line) => line.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

/** A text that a person wrote, without characters that a terminal obeys. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}
