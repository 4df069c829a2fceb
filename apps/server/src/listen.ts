import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { reasonOf, StartupFailure } from './startup-failure.ts';

/**
 * Listens as configured and returns the address for a person on this machine.
 *
 * @throws {StartupFailure} 'port_in_use' or 'address_refused'.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  try {
    await app.listen({ host, port, listenTextResolver: () => 'listening' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartupFailure(
        'port_in_use',
        `Port ${port} of ${host} is in use by another program: stop that one, or choose another port with PORT=${port + 1}.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupFailure(
        'address_refused',
        `Foray may not listen on port ${port} of ${host} (${reasonOf(error)}): set PORT to 1024 or more, and HOST to an address of this machine.`,
      );
    }
    throw error;
  }
  const bound = app.server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return `http://${nameOf(host)}:${boundPort}`;
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
