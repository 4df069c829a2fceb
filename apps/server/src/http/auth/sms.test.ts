import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../config/config.ts';
import { keepCodes } from '../testing/sent-codes.ts';
import { createSms } from './sms.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
  ['nothing', '', {}, undefined],
  ['credentials in the address', 'user:p%40ss@', {}, basic('user:p@ss')],
  ['a user name alone', 'key@', {}, basic('key:')],
  ['a token', '', { SMS_WEBHOOK_TOKEN: 'a token' }, 'Bearer a token'],
])('[OPS-14] a webhook with %s gets its header', async (_, credentials, more, expected) => {
  const seen: unknown[] = [];
  const service = createServer(({ headers, url }, response) => {
    seen.push([headers.authorization, url]);
    response.end();
  });
  onTestFinished(() => void service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const SMS_WEBHOOK_URL = `http://${credentials}127.0.0.1:${port}/send?from=foray`;
  const { auth } = readConfig({ AUTH: 'code', SMS_WEBHOOK_URL, ...more });
  if (auth.mode === 'open') throw new Error('codes are not sent');
  const send = createSms(auth.sms, keepCodes().logger);
  expect(await send('+4915112345678', 'text')).toBe(true);
  expect(seen).toEqual([[expected, '/send?from=foray']]);
});
