/**
 * What a request says, in a short text: equal for the same method, url and data, in any order
 * of the fields in its objects (sync.md, section 1, ops).
 */
export function fingerprintOf(
  digest: (text: string) => string,
  method: string,
  url: string,
  data: unknown,
): string {
  return digest(`${method} ${url} ${canonicalJson(data ?? null)}`);
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join()}}`;
}
