import { Agent, request } from 'node:http';
import type { ContractAnswer } from './contract.ts';

/** A request as it goes over the wire; a header may occur twice. */
export interface WireRequest {
  readonly method: string;
  /** Percent-encoded, well or badly. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer | null;
}

const timeoutMs = 60_000;

/** Sends requests over real, persistent connections. Call `close` at the end. */
export function createWire(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    /** Rejects if no answer comes. */
    send({ method, path, headers, body }: WireRequest): Promise<ContractAnswer> {
      const length =
        method === 'GET' && body === null
          ? []
          : ['content-length', String(Buffer.byteLength(body ?? ''))];
      const flat = ['host', `${hostname}:${port}`, ...headers.flat(), ...length];
      return new Promise((resolve, reject) => {
        const asked = request({ hostname, port, agent, method, path, headers: flat }, (answer) => {
          // A stream of events has no end, so only its head is read.
          const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
          const chunks: Buffer[] = [];
          const done = () => {
            const text = Buffer.concat(chunks).toString();
            const { statusCode: status = 0, headers: sent } = answer;
            resolve({ status, headers: sent, text, body: parsed(text) });
          };
          if (isStream) {
            done();
            answer.destroy();
            return;
          }
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('end', done);
          answer.once('error', reject);
        });
        asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')));
        // Later errors do not matter.
        asked.on('error', reject);
        asked.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}

/** A sender of requests. */
export type Wire = ReturnType<typeof createWire>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
