const mark = '~';

/** Another name for a queued request, which tells its own: what a mutant sends in its place. */
export function aliasOf(requestId: string, count: number): string {
  return `${requestId}${mark}${count}`;
}

/** The name that the device gave a request, whatever it was sent under. */
export function ownName(name: string): string {
  const end = name.indexOf(mark);
  return end === -1 ? name : name.slice(0, end);
}
