import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { codeConfig, keepCodes } from './sent-codes.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/**
 * Nodes that send codes: two of each configuration, in turn. So limits apply across nodes, and a test of many
 * browsers does not build an application for each.
 */
export function codeNodes(server: () => ServerUnderTest, logger: FastifyBaseLogger) {
  const nodes = new Map<string, Promise<FastifyInstance>>();
  let given = 0;
  return (config: object): Promise<FastifyInstance> => {
    given += 1;
    const key = `${given % 2} ${JSON.stringify(config)}`;
    const node = nodes.get(key) ?? server().build({ ...codeConfig, ...config }, { logger });
    nodes.set(key, node);
    return node;
  };
}

/** Browsers of a server that sends codes, and numbers of their own. */
export function codeBrowsers(server: () => ServerUnderTest, firstNumber: string) {
  const sent = keepCodes();
  const node = codeNodes(server, sent.logger);
  let numbers = 0;
  const ask = async (client: TestClient, phone: string): Promise<string> => {
    const { status } = await client.post('/api/login/code', { phone });
    if (status !== 200) throw new Error(`no code was sent: ${status}`);
    return sent.last();
  };
  return {
    /** A valid number that no other test has. */
    number(): string {
      numbers += 1;
      return `+49${BigInt(firstNumber) + BigInt(numbers)}`;
    },
    /** A browser with an anti-forgery token. */
    async browser(config: object = {}): Promise<TestClient> {
      const client = server().client(await node(config));
      await client.get('/csrf-cookie');
      return client;
    },
    lastCode: sent.last,
    /** Has a code sent, and returns it. */
    ask,
    async signIn(client: TestClient, phone: string): Promise<TestAnswer> {
      return client.post('/api/login', { phone, name: 'Ada', code: await ask(client, phone) });
    },
  };
}
