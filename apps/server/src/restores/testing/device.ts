import { headerNames, parsePositions, type Position } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { TestClient, freshPhone, type TestAnswer } from '../../http/testing/test-client.ts';
import { until, untilFound } from '@foray/embedded-postgres/testing';

/** A device that remembers its epoch and its last position, and uses one node. */
export class RestoredDevice {
  epoch: string | null = null;
  position: Position | null = null;
  #client: TestClient;
  readonly phone: string;

  private constructor(client: TestClient, phone: string) {
    this.#client = client;
    this.phone = phone;
  }

  static async signIn(app: FastifyInstance, phone = freshPhone()): Promise<RestoredDevice> {
    const device = new RestoredDevice(new TestClient(app), phone);
    await device.signInAgain();
    await device.look();
    return device;
  }

  /** Signs in again after the session is lost; the device keeps its position. */
  async signInAgain(): Promise<void> {
    await until('a sign-in', async () => {
      await this.#client.get('/csrf-cookie');
      const answer = await this.#client.post('/api/login', { phone: this.phone, name: 'Ada' });
      if (answer.status !== 200 && answer.status !== 503) {
        throw new Error(`sign-in answered ${answer.status}`);
      }
      return answer.status === 200;
    });
  }

  /** Continues at another node. */
  use(app: FastifyInstance): void {
    const client = new TestClient(app);
    for (const [name, value] of this.#client.cookies) client.cookies.set(name, value);
    this.#client = client;
  }

  /** A call with the device's headers, whose response it does not apply. */
  async ask(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<TestAnswer> {
    const { epoch, position } = this;
    return this.#client.send(method, url, {
      body,
      headers: {
        ...(epoch !== null && { [headerNames.epoch]: epoch }),
        ...(position !== null && {
          [headerNames.position]: `${position.run}:${position.head}`,
        }),
      },
    });
  }

  /** A call that is repeated while the database is unavailable, as a device does. */
  async askUntilThere(method: 'GET' | 'POST', url: string, body?: unknown): Promise<TestAnswer> {
    return untilFound('an answer but 503', async () => {
      const answer = await this.ask(method, url, body);
      return answer.status === 503 ? null : answer;
    });
  }

  /** The titles of its todos; the device stores the position of the answer. */
  async look(): Promise<string[]> {
    const answer = await this.askUntilThere('GET', '/api/items?type=todo&since=0');
    if (answer.status !== 200) throw new Error(`answered ${answer.status} ${answer.text}`);
    return this.takeTitles(answer);
  }

  /** Stores the position of an answer to a full pull. */
  takeTitles(answer: TestAnswer): string[] {
    this.epoch = answer.body.epoch;
    this.position = positionOf(answer);
    return answer.body.data.map(({ title }: { readonly title: string }) => title).toSorted();
  }

  async create(title: string): Promise<void> {
    const answer = await this.askUntilThere('POST', '/api/items', { type: 'todo', title });
    if (answer.status !== 201) throw new Error(`answered ${answer.status} ${answer.text}`);
    this.position = positionOf(answer);
  }

  /** Forgets everything, like a device that starts again. */
  forget(): void {
    [this.epoch, this.position] = [null, null];
  }
}

/** The position of an answer. */
export function positionOf(answer: TestAnswer): Position {
  const parsed = parsePositions(String(answer.headers[headerNames.position]));
  const [position] = parsed.ok ? parsed.value : [];
  if (position === undefined) throw new Error(`there is no position with ${answer.status}`);
  return position;
}
