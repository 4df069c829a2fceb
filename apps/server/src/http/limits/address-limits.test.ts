import { type ServerUnderTest, startServerUnderTest } from '../testing/server-under-test.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});
afterAll(async () => {
  await server?.stop();
});

test('[SIGN-20] the requests of all addresses of a /64 are counted as one', async () => {
  const app = await server.build({ rateLimits: 'on' }, { requestsPerMinute: 2 });
  const ask = async (remoteAddress: string) => {
    const headers = { host: 'localhost' };
    return (await app.inject({ method: 'GET', url: '/csrf-cookie', remoteAddress, headers }))
      .statusCode;
  };
  expect(await ask('2001:db8:1:2::')).toBeLessThan(300);
  expect(await ask('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBeLessThan(300);
  expect(await ask('2001:db8:1:2::7')).toBe(429);
  expect(await ask('2001:db8:1:3::')).toBeLessThan(300);
  expect(await ask('2001:db8:1:1:ffff:ffff:ffff:ffff')).toBeLessThan(300);
});
