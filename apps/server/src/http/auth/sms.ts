import type { FastifyBaseLogger } from 'fastify';
import type { SmsConfig } from '../../config/config.ts';

/** Sends a short text to a phone in E.164; false if it could not be handed over. */
export type SendSms = (to: string, text: string) => Promise<boolean>;

const timeoutMs = 10_000;

/** Sends as configured: one POST of {to, text}, or, for trying things out, a line in the log. */
export function createSms(config: SmsConfig, log: FastifyBaseLogger): SendSms {
  if (config.kind === 'console') {
    // The only log line that contains a phone number: SMS=console asks for it.
    return (to, text) => {
      log.info({ to, text }, 'sms');
      return Promise.resolve(true);
    };
  }
  const { url, authorization } = config;
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  };
  return async (to, text) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (!answer.ok) log.error({ status: answer.status }, 'sms refused');
      return answer.ok;
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'sms failed');
      return false;
    }
  };
}
