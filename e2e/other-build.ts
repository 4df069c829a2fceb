import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A copy of the built server and app, as after a change that gave every hashed file another name. */
export interface OtherBuild {
  /** The program that starts its server. */
  readonly program: string;
  /** The names of the hashed files that the current build has and this one does not. */
  readonly earlierNames: readonly string[];
  remove(): Promise<void>;
}

/** Makes such a build from the output of `npm run build`. */
export async function makeOtherBuild(): Promise<OtherBuild> {
  // Within the server's folder, as it needs its dependencies.
  const built = join(root, 'apps/server/dist');
  const folder = await mkdtemp(join(built, 'test-'));
  const program = join(folder, 'apps/server/dist/main.js');
  // Tests have folders of their own there.
  const files = (await readdir(built)).filter((name) => /\.m?js$/.test(name));
  for (const name of files) await cp(join(built, name), join(program, '..', name));
  const app = join(folder, 'apps/web/dist');
  await cp(join(root, 'apps/web/dist'), app, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$/.test(path),
  });
  const earlierNames = await readdir(join(app, 'assets'));
  const others = earlierNames
    .toSorted((a, b) => b.length - a.length)
    .map((name) => [name, name.replace(/(?=\.\w+$)/, 'X')] as const);
  for (const path of await readdir(app, { recursive: true })) {
    if (!/\.(css|html|js|json)$/.test(path)) continue;
    const text = await readFile(join(app, path), 'utf8');
    const changed = others.reduce((left, [name, other]) => left.replaceAll(name, other), text);
    // The service worker uses these to detect changed files without a hash.
    await writeFile(join(app, path), changed.replaceAll(/(?<="revision":")/g, 'X'));
  }
  for (const [name, other] of others) {
    await rename(join(app, 'assets', name), join(app, 'assets', other));
  }
  return { program, earlierNames, remove: () => rm(folder, { recursive: true, force: true }) };
}
