import { maxJsonDepth } from '@foray/domain';
import type { FastifyInstance } from 'fastify';

/** The body is valid JSON, with more levels than any request has. */
export class NestedTooDeep extends Error {}

/**
 * Makes `app` read JSON and nothing else, so that no plain form can send a body. An empty body counts as
 * none, because the app marks every call as JSON, even without a body. The result is at most `maxJsonDepth`
 * levels deep, so that recursive readers are safe.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return void parse(request, body as string, (error, value) => {
      if (error === null && isDeeperThan(maxJsonDepth, value)) done(new NestedTooDeep());
      else done(error, value);
    });
  });
}

/** Whether a JSON value has more levels of arrays and objects than that. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}
