// @ts-check
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded before the server that `npm run load` starts (node --import): it counts the statements that the
// server sends to PostgreSQL, by kind, and the bytes of its connections, and reports them to the parent
// process on request.

const fromServer = createRequire(
  fileURLToPath(new URL('../apps/server/package.json', import.meta.url)),
);
const { Client } = fromServer('pg');

/** Statements by their kind. @type {Map<string, number>} */
const statements = new Map();
/** The kind of each text; texts hold no values, so that there are some hundred of them. @type {Map<string, string>} */
const kinds = new Map();
const kindsMost = 2_000;

/** The hosts of the standbys, whose statements are counted separately. */
const standbys = new Set(
  (process.env['DATABASE_REPLICA_URLS'] ?? '').split(',').flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url === null ? [] : [url.searchParams.get('host') ?? url.hostname];
  }),
);

const { query } = Client.prototype;
Client.prototype.query = function (
  /** @type {unknown} */ config,
  /** @type {unknown[]} */ ...rest
) {
  const text =
    typeof config === 'string' ? config : /** @type {{ text?: string }} */ (config)?.text;
  if (typeof text === 'string') {
    const kind = `${standbys.has(this.host) ? 'standby: ' : ''}${kindOf(text)}`;
    statements.set(kind, (statements.get(kind) ?? 0) + 1);
  }
  return Reflect.apply(query, this, [config, ...rest]);
};

/** @param {string} text */
function kindOf(text) {
  const known = kinds.get(text);
  if (known !== undefined) return known;
  const plain = text
    .replace(/^\s*\/\*.*?\*\//, '')
    .trim()
    .toLowerCase()
    .replaceAll('"', '');
  const [verb = ''] = /^[a-z]+/.exec(plain) ?? [];
  const [called] = /\b(?:pg_advisory\w+|pg_notify|set_config)\b/.exec(plain) ?? [];
  const [write] = /\b(?:insert into|update|delete from)\s+(?!of\b)[a-z_]+/.exec(plain) ?? [];
  const table = /\bfrom\s+([a-z_]+)/.exec(plain)?.[1];
  const kind = called ?? write ?? [verb, table].filter(Boolean).join(' ');
  if (kinds.size < kindsMost) kinds.set(text, kind);
  return kind;
}

/** @type {Set<import('node:net').Socket>} */
const sockets = new Set();
const closed = { received: 0, sent: 0, connections: 0 };
subscribe('net.server.socket', (message) => {
  const { socket } = /** @type {{ socket: import('node:net').Socket }} */ (message);
  sockets.add(socket);
  socket.once('close', () => {
    sockets.delete(socket);
    closed.received += socket.bytesRead;
    closed.sent += socket.bytesWritten;
    closed.connections += 1;
  });
});

process.on('message', () => {
  let { received, sent } = closed;
  for (const socket of sockets) {
    received += socket.bytesRead;
    sent += socket.bytesWritten;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMs: (user + system) / 1_000,
    residentBytes: process.memoryUsage.rss(),
    statements: Object.fromEntries(statements),
    bytesReceived: received,
    bytesSent: sent,
    openConnections: sockets.size,
  });
});
// Acts as on a signal if the parent is gone without sending one.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel does not keep the server running.
process.channel?.unref();
