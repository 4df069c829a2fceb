import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address of this machine in front of others. */
export interface TcpFront {
  readonly url: string;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts an address whose connections each lead on to the port that `portOf` returns; null ends them. */
export async function startTcpFront(portOf: () => number | null): Promise<TcpFront> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const port = portOf();
    if (port === null) return void near.destroy();
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
