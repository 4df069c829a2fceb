import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { browserKeys as browser } from '../http/testing/browser-keys.ts';
import { badKey, encryptMessage, vapidHeader } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('a message is encrypted exactly as in the example of RFC 8291', () => {
  const message = encryptMessage('When I grow up, I want to be a watermelon', browser, {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('no two encrypted messages are alike', () => {
  expect(encryptMessage('x', browser)).not.toEqual(encryptMessage('x', browser));
});

test('an invalid encryption key is reported by name', () => {
  expect(badKey(browser)).toBe(null);
  expect(badKey({ ...browser, auth: 'AA' })).toBe('auth');
  expect(badKey({ ...browser, p256dh: 'AA' })).toBe('p256dh');
  const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  expect(badKey({ ...browser, p256dh: noPoint })).toBe('p256dh');
});

test('the server signs its identity, for one push service and for half a day', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  const header = vapidHeader({
    endpoint: 'https://fcm.googleapis.com/fcm/send/secret',
    privateKey: createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    publicKey: 'the key',
    subject: 'mailto:a@example.com',
    nowMs,
  });
  const [, head = '', claims = '', signature = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=the key$/.exec(header) ?? [];
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://fcm.googleapis.com',
    exp: nowMs / 1000 + 43_200,
    sub: 'mailto:a@example.com',
  });
  const key = { key: createPublicKey(pair.privateKey), dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, bytes(signature))).toBe(true);
});
