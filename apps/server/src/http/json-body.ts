import type { FastifyInstance } from 'fastify';

/** The most bytes of a body; of a batch it is half (product decisions, "Limits"). */
export const maxBodyBytes = 1024 * 1024;
/** The most bytes of a batch (sync.md, section 2). */
export const maxBatchBytes = 512 * 1024;

/**
 * Reads JSON bodies and nothing else, so that no plain form can send one. An empty body is none: the
 * app marks every call as JSON, those without a body too.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
}
