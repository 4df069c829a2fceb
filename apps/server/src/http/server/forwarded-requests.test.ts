import { codeConfig, keepCodes } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const warning = { check: 'proxy', setting: 'TRUST_PROXY' };

test.each([
  ['X-Forwarded-For in code mode', { 'x-forwarded-for': '192.0.2.7' }, codeConfig],
  ['Forwarded in code mode', { forwarded: 'for=192.0.2.7' }, codeConfig],
  ['X-Forwarded-For in open mode', { 'x-forwarded-for': '192.0.2.7' }, {}],
])(
  '[OPS-12] the first request with %s is logged with the name of the setting',
  async (_, headers, config) => {
    const { logger, warned } = keepCodes();
    const app = await server.build(config, { logger });
    const ask = (more: Record<string, string>) =>
      app.inject({ url: '/api/me', headers: { host: 'localhost', ...more } });
    await ask({ via: '1.1 a browser’s own proxy' });
    expect(warned).toEqual([]);
    for (let count = 0; count < 3; count += 1) await ask(headers);
    expect(warned).toEqual([warning]);
  },
);

test('[OPS-12] a server that trusts its proxy logs nothing', async () => {
  const { logger, warned } = keepCodes();
  const app = await server.build({ ...codeConfig, trustProxy: 1 }, { logger });
  await app.inject({ url: '/api/me', headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(warned).toEqual([]);
});
