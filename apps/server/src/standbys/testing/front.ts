import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts one address in front of several nodes of this machine, which take turns at its connections. */
export async function startFront(
  urls: readonly string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    turn += 1;
    const far = createConnection({ host: '127.0.0.1', port: ports[turn % ports.length] ?? 0 });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
