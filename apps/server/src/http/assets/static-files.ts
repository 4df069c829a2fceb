import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../db/tables/schema.ts';
import { immutable, sendKeptAsset } from './assets.ts';
import { handleNotFound } from '../wire/errors.ts';
import { readRouteLinks } from './route-files.ts';

/**
 * Serves the built app. Files whose names contain their hash are cached forever; the others (the page, the
 * service worker, the manifest) are revalidated each time. Hashed files of other builds come from the
 * database (decision 0134). Any other path that looks like a page is a route of the app and gets the page,
 * with links to the files of its screen.
 */
export async function serveApp(
  app: FastifyInstance,
  folder: string,
  db: Connection,
): Promise<void> {
  const linkOf = readRouteLinks(folder);
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/');
      void reply.header('cache-control', isHashed ? immutable : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split(/[?#]/, 1)[0] ?? '';
    if (isRead && (await sendKeptAsset(db, request, reply))) return reply;
    if (!isRead || !isPage(path)) return handleNotFound(request, reply);
    const link = linkOf(path);
    if (link !== null) void reply.header('link', link);
    return reply.sendFile('index.html');
  });
}

/**
 * Whether a path without a file may be a route of the app: not one of the server's own, and without a file
 * name.
 */
function isPage(path: string): boolean {
  return !/^\/(api|assets|metrics)(\/|$)/.test(path) && !/\.[^/]*$/.test(path);
}
