import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of nodes that are started and stopped. */
export interface Balancer {
  readonly url: string;
  /** From now on new connections reach the server at this address, and existing ones end; null for none. */
  switchTo(url: string | null): void;
  close(): Promise<void>;
}

/** Starts one in front of the server at an address of this machine. */
export async function startBalancer(first: string): Promise<Balancer> {
  let port: number | null = Number(new URL(first).port);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (port === null) return near.destroy();
    const far = createConnection({ host: '127.0.0.1', port });
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
    return;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    switchTo(url) {
      port = url === null ? null : Number(new URL(url).port);
      cut();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
