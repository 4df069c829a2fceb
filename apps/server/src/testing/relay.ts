import type { PostgresConnection } from '@foray/embedded-postgres';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** A relay between a server and its database, which can stop forwarding without closing anything. */
export interface Relay {
  /** The address of the database through the relay. */
  readonly address: PostgresConnection;
  /** How many connections were made to it so far. */
  connections(): number;
  /** Stops forwarding on present connections, which still accept data. */
  stallPresent(): void;
  /** Stops forwarding on later connections, until `resume`. */
  stallNew(): void;
  /** Forwards on later connections again; stalled ones stay as they are. */
  resume(): void;
  close(): Promise<void>;
}

/** Starts a relay for a database that listens on a socket file or a port; call `close` at the end. */
export async function startRelay(database: PostgresConnection): Promise<Relay> {
  const { host, port } = database;
  const upstream = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let stalls = new Set<() => void>();
  let isStalled = false;
  let connections = 0;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    connections += 1;
    if (isStalled) {
      near.resume();
      return;
    }
    const far = createConnection(upstream);
    keep(far);
    let isForwarding = true;
    const forward = (from: Socket, to: Socket): void => {
      from.on('data', (data) => {
        if (isForwarding) to.write(data);
      });
      from.on('close', () => {
        if (isForwarding) to.destroy();
      });
    };
    forward(near, far);
    forward(far, near);
    stalls.add(() => {
      isForwarding = false;
    });
  });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  return {
    address: { ...database, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    connections: () => connections,
    stallPresent() {
      for (const stall of stalls) stall();
      stalls = new Set();
    },
    stallNew() {
      isStalled = true;
    },
    resume() {
      isStalled = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
