import { isLoopback } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from './finding.ts';

/** Whether the settings for a proxy in front are complete. */
export function checkProxy({
  auth,
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'auth' | 'host' | 'publicUrl' | 'trustProxy'>): Finding {
  const check = 'proxy';
  if (publicUrl?.startsWith('https:') === true && trustProxy === false) {
    return {
      check,
      level: 'warn',
      setting: 'TRUST_PROXY',
      text: 'PUBLIC_URL begins with https, so there is a proxy in front, and none is trusted: all people share the limits of one address. Set it to the number of proxies, or to their addresses.',
    };
  }
  const isReachable = trustProxy !== false || (auth.mode === 'code' && !isLoopback(host));
  if (isReachable && publicUrl === null) {
    return {
      check,
      level: 'warn',
      setting: 'PUBLIC_URL',
      text: 'Others can reach this server, and it does not know under which address. Set it to the address that people open.',
    };
  }
  const text = trustProxy === false ? 'No proxy is expected.' : 'A proxy is expected and trusted.';
  return { check, level: 'ok', setting: null, text };
}

/** Whether sign-in codes reach people, and nobody else. */
export function checkCodes({
  auth,
  host,
  publicUrl,
}: Pick<Config, 'auth' | 'host' | 'publicUrl'>): Finding {
  const check = 'codes';
  if (auth.mode === 'open') {
    return { check, level: 'ok', setting: 'AUTH', text: 'Signing in takes no codes.' };
  }
  const { sms } = auth;
  if (sms.kind === 'console') {
    const isTrial = isLoopback(host) && publicUrl === null;
    return {
      check,
      level: isTrial ? 'ok' : 'warn',
      setting: 'SMS',
      text: `Codes are only written to the log${isTrial ? '.' : ', where nobody can read them who signs in: set SMS_WEBHOOK_URL instead.'}`,
    };
  }
  const { protocol, hostname } = new URL(sms.url);
  // A name without a dot belongs to the operator's network, like those of the containers in deploy.
  if (protocol === 'http:' && hostname.includes('.') && !isLoopback(hostname)) {
    return {
      check,
      level: 'warn',
      setting: 'SMS_WEBHOOK_URL',
      text: 'Codes and numbers leave this machine unencrypted: use an address that begins with https.',
    };
  }
  const text =
    sms.authorization === undefined
      ? 'Codes are sent without an Authorization header: set SMS_WEBHOOK_TOKEN if the service expects one.'
      : `Codes are sent with an Authorization header (${sms.authorization.split(' ')[0]}).`;
  return { check, level: 'ok', setting: 'SMS_WEBHOOK_URL', text };
}
