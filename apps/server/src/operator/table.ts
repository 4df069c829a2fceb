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

/** A table with its head and the first rows; if there are more, its last line says how many. */
export function newestOf(lines: readonly (readonly string[])[], most: number): string {
  const more = lines.length - 1 - most;
  const table = tableOf(lines.slice(0, most + 1));
  return more > 0 ? `${table}\n${more} more: add --all.` : table;
}
