import type { FastifyInstance } from 'fastify';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { StartupFailure, reasonOf } from '@foray/embedded-postgres';

type Place = Pick<Config, 'host' | 'port'>;

/**
 * Checks that the address is free before anything else starts: a start that cannot listen must not create a
 * database first.
 * @throws {StartupFailure} 'port_in_use' or 'address_refused'.
 */
export async function checkAddress({ host, port }: Place): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw failureOf(error, { host, port });
  }
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Listens as configured and returns the address for a person on this machine.
 *
 * @throws {StartupFailure} 'port_in_use' or 'address_refused'.
 */
export async function listen(app: FastifyInstance, { host, port }: Place): Promise<string> {
  try {
    await listenInSilence(app, { host, port });
  } catch (error) {
    throw failureOf(error, { host, port });
  }
  const bound = app.server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return `http://${nameOf(host)}:${boundPort}`;
}

/** Listens without the log line that Fastify writes for each address; main prints its own for people. */
async function listenInSilence(app: FastifyInstance, place: Place): Promise<void> {
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    await app.listen(place);
  } finally {
    app.log.level = level;
  }
}

function failureOf(error: unknown, { host, port }: Place): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupFailure(
      'port_in_use',
      `Port ${port} of ${host} is in use by another program: stop that one, or choose another port with PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupFailure(
      'address_refused',
      `Foray may not listen on port ${port} of ${host} (${reasonOf(error)}): set PORT to 1024 or more, and HOST to an address of this machine.`,
    );
  }
  return error;
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
