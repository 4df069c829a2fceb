import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of the build's list of files for the screen of each route. */
const listName = 'route-files.json';

/**
 * The Link header (RFC 8288) of the files that a page needs besides those that every page links: the
 * browser fetches them before any script has run. Null for a path without its own screen. `folder` is the
 * built app, which may be of a version without a list.
 */
export function readRouteLinks(folder: string): (path: string) => string | null {
  const routes = Object.entries(readList(folder)).map(([path, files]) => ({
    parts: partsOf(path),
    link: files.map(linkOf).join(', '),
  }));
  return (path) => {
    const parts = partsOf(path);
    const isSame = (part: string, place: number): boolean =>
      part.startsWith(':') || part === parts[place];
    const route = routes.find(
      (one) => one.parts.length === parts.length && one.parts.every(isSame),
    );
    return route?.link ?? null;
  };
}

function linkOf(file: string): string {
  return file.endsWith('.css')
    ? `<${file}>; rel=preload; as=style; crossorigin`
    : `<${file}>; rel=modulepreload; crossorigin`;
}

function readList(folder: string): Readonly<Record<string, readonly string[]>> {
  try {
    return JSON.parse(readFileSync(join(folder, listName), 'utf8')) as never;
  } catch {
    return {};
  }
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(Boolean);
}
