import type { FastifyInstance } from 'fastify';
import { connect, type AddressInfo } from 'node:net';

/** A response as it arrived over the connection; names of headers in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes `app` listen on this machine; returns the port. */
export async function listenLocally(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/**
 * Sends `text`, a byte for each character, over a separate connection; returns everything received until it
 * was closed.
 */
export function rawTalk(port: number, text: string, address = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, address, () => socket.write(text, 'latin1'));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (heard += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

/** The only response to a raw request, without interim responses. */
export async function rawAnswer(...asked: Parameters<typeof rawTalk>): Promise<RawAnswer> {
  const heard = await rawTalk(...asked);
  const [head = '', body = ''] = heard
    .replace('HTTP/1.1 100 Continue\r\n\r\n', '')
    .split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((one) => {
    const colon = one.indexOf(':');
    return [one.slice(0, colon).toLowerCase(), one.slice(colon + 2)] as const;
  });
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body };
}
