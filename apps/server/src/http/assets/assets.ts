import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { findAsset, keepAssets } from '../../db/upkeep/kept-assets.ts';
import type { Asset } from '../../db/upkeep/kept-assets.ts';
import type { Connection } from '../../db/tables/schema.ts';
import { failureFields } from '../wire/errors.ts';

/** The folder and path of files of the built app whose names contain their hash. */
const folderName = 'assets';
/** The Cache-Control of files in {@link folderName}: a year. */
export const immutable = 'public, max-age=31536000, immutable';
/** A name in that folder that needs no decoding. */
const assetPath = /^\/assets\/([\w-][\w.-]{0,199})$/;
const compressed = /\.(br|gz)$/;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Matches if the client accepts the coding `br` with a weight other than 0. */
const takesBrotli = /(^|,)\s*(br|\*)\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i;

/** How often a node checks that its own files are still stored. */
const everyMsDefault = 3_600_000;
/** How long a start waits for them at most. */
const startPatienceMs = 2_000;

/** The ports for storing files. */
export interface AssetPorts {
  readonly db: Connection;
  readonly nowMs: () => number;
  /** For tests. */
  readonly everyMs?: number | undefined;
}

/**
 * Stores the files of the built app in the database, now and every hour until the node is closed. The start
 * waits for it briefly, so that no page of this build is served before. A failure is logged, and the files
 * are stored an hour later.
 */
export async function startKeepingAssets(
  app: FastifyInstance,
  folder: string,
  { db, nowMs, everyMs = everyMsDefault }: AssetPorts,
): Promise<void> {
  // Read once, because a new build may replace the folder while this one runs.
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
 * Answers the path of a file of another build with the file that its nodes have stored; false if there is
 * none.
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

/**
 * The build compresses files that are not tiny; files of other builds are compressed as fast as possible.
 */
async function readBrotli(path: string): Promise<Buffer> {
  if (existsSync(`${path}.br`)) return readFileSync(`${path}.br`);
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return promisify(brotliCompress)(readFileSync(path), fast);
}
