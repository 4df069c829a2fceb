import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { findAsset, keepAssets } from '../db/kept-assets.ts';
import type { Asset } from '../db/kept-assets.ts';
import type { Connection } from '../db/schema.ts';
import { failureFields } from './errors.ts';

/** The folder of the built app, and the path, of files whose names carry their hash. */
const folderName = 'assets';
/** How files of {@link folderName} are kept by browsers: for a year. */
export const immutable = 'public, max-age=31536000, immutable';
/** A name in that folder, without anything that has to be decoded. */
const assetPath = /^\/assets\/([\w-][\w.-]{0,199})$/;
const compressed = /\.(br|gz)$/;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** A coding that the client takes: `br` without a weight of 0. */
const takesBrotli = /(^|,)\s*(br|\*)\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i;

/** A node looks so often whether its own files are still kept. */
const everyMsDefault = 3_600_000;
/** A start waits so long for them at most. */
const startPatienceMs = 2_000;

/** What keeping files takes. */
export interface AssetPorts {
  readonly db: Connection;
  readonly nowMs: () => number;
  /** For tests. */
  readonly everyMs?: number | undefined;
}

/**
 * Keeps the files of the built app in the database, now and every hour until the node is closed, and gives the start
 * a moment for it, so that no page of this build is served before. It may fail: it is then logged, and done an hour
 * later.
 */
export async function startKeepingAssets(
  app: FastifyInstance,
  folder: string,
  { db, nowMs, everyMs = everyMsDefault }: AssetPorts,
): Promise<void> {
  // Read once: a new build may take the folder's place while this one runs.
  const assets = await readAssets(join(folder, folderName));
  if (assets.length === 0) return;
  const keep = (): Promise<void> =>
    keepAssets(db, assets, nowMs()).catch((error: unknown) => logFailure(app.log, error));
  const timer = setInterval(() => void keep(), everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await Promise.race([keep(), delay(startPatienceMs, undefined, { ref: false })]);
}

function logFailure(log: FastifyBaseLogger, error: unknown): void {
  log.error(failureFields(error), 'the files of the app were not kept');
}

/**
 * Answers a path of a file that this build does not have from those that nodes of other builds have kept; false if
 * it is none.
 */
export async function sendKeptAsset(
  db: Connection,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const name = assetPath.exec(request.url.split('?', 1)[0] ?? '')?.[1];
  const content = name === undefined ? null : await findAsset(db, name);
  if (name === undefined || content === null) return false;
  const isBrotli = takesBrotli.test(String(request.headers['accept-encoding'] ?? ''));
  reply.headers({
    'cache-control': immutable,
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    vary: 'accept-encoding',
    ...(isBrotli && { 'content-encoding': 'br' }),
  });
  await reply.send(isBrotli ? content : await promisify(brotliDecompress)(content));
  return true;
}

/** Every file of the folder, once, as the build has compressed it; none if there is no such folder. */
async function readAssets(folder: string): Promise<readonly Asset[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => !compressed.test(name));
  return Promise.all(
    names.map(async (name) => ({ name, content: await readBrotli(join(folder, name)) })),
  );
}

/** The build compresses what is not tiny; what others have built is compressed as fast as it can be. */
async function readBrotli(path: string): Promise<Buffer> {
  if (existsSync(`${path}.br`)) return readFileSync(`${path}.br`);
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return promisify(brotliCompress)(readFileSync(path), fast);
}
