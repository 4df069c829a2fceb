import type { Answer } from './contract.ts';
import { KnownValues } from './known-values.ts';
import type { SentCodes } from '../sent-codes.ts';
import type { Wire } from './wire.ts';

/** What every text of these tests begins with, so that it is found again. */
export const textMark = 'qx';

/** Somebody with a browser, and what they have come to know. */
export class Person {
  /** One letter, which all their texts have. */
  readonly letter: string;
  phone: string;
  /** The number to which they change next. */
  nextPhone: string;
  /** Has contacts; nobody is told the number of one who has none. */
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

  /** A text that no other is like. */
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

  /** Keeps and drops cookies as an answer says. */
  takeCookies({ headers }: Answer): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
  }

  /** Sends a proper request of this browser. */
  async ask(wire: Wire, method: string, path: string, body?: unknown): Promise<Answer> {
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
    // Of answers that came together, one may have set the session and another one the token.
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

  /** The same for another number, which is to be theirs. */
  async askForNextCode(wire: Wire, phone: string): Promise<void> {
    await this.#ok(wire, '/api/login/code', { phone });
    this.nextPhone = phone;
  }

  async #ok(wire: Wire, path: string, body: unknown): Promise<void> {
    const answer = await this.ask(wire, 'POST', path, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  }
}
