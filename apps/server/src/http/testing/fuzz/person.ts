import type { ContractAnswer } from './contract.ts';
import { KnownValues } from './known-values.ts';
import type { SentCodes } from '../sent-codes.ts';
import type { Wire } from './wire.ts';

/** The beginning of every text in these tests, by which they are recognised. */
export const textMark = 'qx';

/** A person with a browser, and the values that they know. */
export class FuzzPerson {
  /** A letter that all their texts contain. */
  readonly letter: string;
  phone: string;
  /** The number to which they change next. */
  nextPhone: string;
  /** Has contacts. Nobody learns the number of a person without contacts. */
  readonly isSociable: boolean;
  readonly cookies = new Map<string, string>();
  readonly known = new KnownValues();
  /** Null while nobody is signed in. */
  userId: number | null = null;
  #texts = 0;

  constructor(letter: string, phone: string, isSociable: boolean) {
    this.letter = letter;
    this.phone = phone;
    this.nextPhone = phone;
    this.isSociable = isSociable;
  }

  /** A text that occurs nowhere else. */
  text(): string {
    this.#texts += 1;
    return `${textMark}${this.letter}${this.#texts}z`;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get token(): string {
    return this.cookies.get('XSRF-TOKEN') ?? '';
  }

  /** Stores and removes cookies as a response says. */
  takeCookies({ headers }: ContractAnswer): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
  }

  /** Sends a proper request of this browser. */
  async ask(wire: Wire, method: string, path: string, body?: unknown): Promise<ContractAnswer> {
    const answer = await wire.send({
      method,
      path,
      headers: this.headers(),
      body: body === undefined ? null : JSON.stringify(body),
    });
    this.takeCookies(answer);
    return answer;
  }

  headers(): [string, string][] {
    return [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
      ['cookie', this.cookieHeader()],
      ['x-xsrf-token', this.token],
    ];
  }

  /** Signs in, if no session is left. The account may be another one than before. */
  async ensureSession(wire: Wire, codes: SentCodes): Promise<void> {
    let me = await this.ask(wire, 'GET', '/api/me');
    // Among simultaneous responses, one may have set the session and another the token.
    await this.ask(wire, 'GET', '/csrf-cookie');
    if (me.status !== 200) {
      await this.askForCode(wire);
      const name = this.text();
      const login = { phone: this.phone, name, code: codes.last(), start: 'keep' };
      await this.#ok(wire, '/api/login', login);
      me = await this.ask(wire, 'GET', '/api/me');
    }
    const { user } = me.body as { readonly user: { readonly id: number; readonly phone: string } };
    this.userId = user.id;
    this.phone = user.phone;
  }

  /** Has a code sent to their number, which this browser can use. */
  askForCode(wire: Wire): Promise<void> {
    return this.#ok(wire, '/api/login/code', { phone: this.phone });
  }

  /** Has a code sent to another number, which will be theirs. */
  async askForNextCode(wire: Wire, phone: string): Promise<void> {
    await this.#ok(wire, '/api/login/code', { phone });
    this.nextPhone = phone;
  }

  async #ok(wire: Wire, path: string, body: unknown): Promise<void> {
    const answer = await this.ask(wire, 'POST', path, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  }
}
