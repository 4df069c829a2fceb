import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives the messages that the server would send to phones. */
export async function startSms() {
  const texts: string[] = [];
  const listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      texts.push((JSON.parse(body) as { text: string }).text);
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => texts.length,
    /** The six digits sent last. */
    last: () => /\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? '',
    stop: () => new Promise((resolve) => listener.close(resolve)),
  };
}
