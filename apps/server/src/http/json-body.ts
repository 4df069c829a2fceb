import type { FastifyInstance } from 'fastify';

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
