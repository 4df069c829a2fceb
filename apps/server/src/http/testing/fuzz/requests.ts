import type { Chance } from './chance.ts';
import type { Contract, ApiOperation, Parameter } from './contract.ts';
import { resourceOf, type KnownValues } from './known-values.ts';
import type { FuzzPerson } from './person.ts';
import { hostileBodies, hostileQueries, hostileSegments } from './samples.ts';
import { encoded, headerText, plainText, spoiltText } from './spelling.ts';
import { DrawnValues, type Quality } from './values.ts';
import type { WireRequest } from './wire.ts';

/** A request, and its known properties. */
export interface FuzzRequest {
  readonly person: FuzzPerson;
  readonly sent: WireRequest;
  /** The operation of the method and the sent path; null if there is none. */
  readonly operation: ApiOperation | null;
  /** Why it must fail, if that is known. */
  readonly mustFail: string | null;
  /** Whether the person's own session was sent, and with it the cookies of their browser. */
  readonly isOwnSession: boolean;
}

/** The session of a request. */
interface SentSession {
  readonly cookie: string;
  readonly token: string;
  readonly mustFail: string | null;
  readonly isOwn: boolean;
}

/** The values and people that requests can use. */
export interface FuzzSurroundings {
  readonly contract: Contract;
  readonly chance: Chance;
  readonly people: readonly FuzzPerson[];
  /** Values that anybody has seen. */
  readonly shared: KnownValues;
  /** The code that was last sent to a number. */
  readonly codeFor: (phone: string) => string;
}

/** Other names under which values for a field are known. */
const aliases: Readonly<Record<string, string>> = {
  ref: 'item',
  parent_id: 'item',
  children: 'uuid',
  occurrence_of: 'uuid',
  user_id: 'person',
  assigned_to: 'person',
  before: 'next',
  since: 'cursor',
  up_to: 'rev',
  n: 'occurrence',
  invitation: 'token',
  'if-match': 'etag',
  'x-after': 'idempotency-key',
  'x-actor': 'person',
  'x-epoch': 'epoch',
};

const tooLong = 'y'.repeat(20_000);

/** Makes requests of people by what a document describes. */
export class Requests {
  readonly #around: FuzzSurroundings;
  /** Keys that were sent before, to be used again with something else. */
  readonly #keys: string[] = [];

  constructor(around: FuzzSurroundings) {
    this.#around = around;
  }

  make(operation: ApiOperation, person: FuzzPerson, quality: Quality): FuzzRequest {
    const { chance, contract } = this.#around;
    const values = this.#valuesOf(person, operation);
    // One part of the request is wrong, the others are right.
    const part = quality === 'good' ? 'none' : chance.pick(partsOf(operation));
    const of = (name: string): Quality => (name === part ? quality : 'good');
    const path = this.#path(operation, values, of('path'), of('query'));
    const method = part === 'method' ? chance.pick(['PUT', 'OPTIONS', 'TRACE']) : operation.method;
    const { body, type } = this.#body(operation, values, of('body'));
    const session = this.#session(operation, person, of('session'));
    const { headers, mustFail } = this.#headers(operation, session.token, values, of('headers'));
    const matched = contract.match(method, path);
    const sent: WireRequest = {
      method,
      path,
      headers: [['content-type', type], ['cookie', session.cookie], ...headers],
      body,
    };
    return {
      person,
      sent,
      operation: matched,
      mustFail: matched === operation ? (session.mustFail ?? mustFail) : null,
      isOwnSession: session.isOwn,
    };
  }

  #valuesOf(person: FuzzPerson, operation: ApiOperation): DrawnValues {
    const { chance, contract, shared, people } = this.#around;
    const own = contract.takes(operation, 'new_code') ? person.nextPhone : person.phone;
    const resource = resourceOf(operation.path);
    const known = (name: string): string | number | undefined => {
      if (name === 'phone') return chance.is(0.8) ? own : this.#freshPhone();
      if (name === 'contacts') return chance.pick(people.filter((one) => one.isSociable)).phone;
      if (name === 'code') return this.#around.codeFor(person.phone);
      if (name === 'new_code') return this.#around.codeFor(person.nextPhone);
      if (name === 'idempotency-key') return this.#key();
      if (name === 'uuid' && operation.method === 'POST' && chance.is(0.9)) return chance.uuid();
      if (name === 'x-actor' && chance.is(0.7)) return String(person.userId);
      if (name === 'x-protocol') return String(chance.below(9));
      if (name === 'x-import') return '1';
      if (name === 'x-queue-age') return String(chance.below(100_000));
      const isOfPath = name === 'id' || name === 'ref';
      if (isOfPath && resource === 'contacts' && chance.is(0.6)) {
        return chance.pick(people).userId ?? undefined;
      }
      const place = chance.is(0.75) ? person.known : shared;
      const ofPath = isOfPath ? place.one(resource, chance) : undefined;
      return ofPath ?? place.one(aliases[name] ?? name, chance);
    };
    const entry = () => this.#entry(person);
    return new DrawnValues(chance, contract, { known, text: () => person.text(), entry });
  }

  /** A request for a batch: of an operation that takes the key of a queued request. */
  #entry(person: FuzzPerson): Readonly<Record<string, unknown>> {
    const { chance, contract } = this.#around;
    const operation = chance.pick(contract.operations.filter(({ isQueued }) => isQueued));
    const values = this.#valuesOf(person, operation);
    const quality = chance.pick(['good', 'good', 'good', 'near', 'hostile'] as const);
    const data = operation.body === null ? undefined : values.make(operation.body, '', quality);
    return {
      id: this.#key(),
      method: operation.method,
      url: this.#path(operation, values, 'good', 'good'),
      data,
      ...(chance.is(0.2) && { ifMatch: this.#around.shared.one('etag', chance) }),
      ...(chance.is(0.2) && { after: chance.pick([...this.#keys, 'none']) }),
    };
  }

  #key(): string {
    const { chance } = this.#around;
    if (this.#keys.length > 0 && chance.is(0.15)) return chance.pick(this.#keys);
    const key = chance.uuid();
    this.#keys[this.#keys.length % 60] = key;
    return key;
  }

  #freshPhone(): string {
    return `+49151${String(20_000_000 + this.#around.chance.below(9_999_999))}`;
  }

  #path(operation: ApiOperation, values: DrawnValues, path: Quality, query: Quality): string {
    const { chance } = this.#around;
    const segment = (parameter: Parameter): string => {
      if (path === 'hostile') return chance.pick(hostileSegments);
      const value = values.make(parameter.schema, parameter.name, path);
      return encoded(plainText(value));
    };
    const named = new Map(operation.parameters.map((one) => [one.name, one]));
    const sentPath = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const parameter = named.get(name);
      return parameter === undefined ? whole : segment(parameter);
    });
    const wanted = operation.parameters.filter(
      (one) => one.in === 'query' && (one.required || chance.is(0.4)),
    );
    const pairs = wanted.flatMap((one) => {
      const value = values.make(one.schema, one.name, query === 'near' ? 'near' : 'good');
      return value === undefined ? [] : `${one.name}=${encoded(plainText(value))}`;
    });
    if (query === 'hostile') pairs.push(chance.pick(hostileQueries));
    return pairs.length === 0 ? sentPath : `${sentPath}?${pairs.join('&')}`;
  }

  #body(
    { body, isBodyRequired }: ApiOperation,
    values: DrawnValues,
    quality: Quality,
  ): { readonly body: string | Buffer | null; readonly type: string } {
    const { chance } = this.#around;
    const json = 'application/json';
    if (quality === 'hostile' && chance.is(0.4)) {
      return { body: chance.pick(hostileBodies), type: json };
    }
    const isSent = body !== null && (isBodyRequired || chance.is(0.6));
    const value = isSent ? values.make(body, '', quality) : undefined;
    const text = value === undefined ? '' : JSON.stringify(value);
    if (quality === 'hostile' && chance.is(0.3))
      return { body: spoiltText(text, chance), type: json };
    if (quality === 'hostile' && chance.is(0.15)) {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'];
      return { body: text, type: chance.pick([...types, 'application/json; charset=utf-16']) };
    }
    return { body: text === '' ? null : text, type: json };
  }

  #headers(
    { parameters, method }: ApiOperation,
    sessionToken: string,
    values: DrawnValues,
    quality: Quality,
  ): { readonly headers: [string, string][]; readonly mustFail: string | null } {
    const { chance } = this.#around;
    const headers: [string, string][] = [['accept', 'application/json']];
    let mustFail: string | null = null;
    const token = parameters.find(({ name }) => name === 'x-xsrf-token');
    if (token !== undefined) headers.push([token.name, sessionToken]);
    const others = parameters.filter((one) => one.in === 'header' && one !== token);
    for (const { name, schema } of others) {
      // Good requests have few of them, because those of another history or user are refused.
      const isKey = name === 'idempotency-key';
      if (!chance.is(quality === 'good' ? (isKey ? 0.4 : 0.02) : 0.4)) continue;
      const made = values.make(schema, name, chance.is(0.5) ? quality : 'good');
      headers.push([name, headerText(made)]);
    }
    if (quality === 'hostile') headers.push(...chance.pick(oddHeaders));
    if (quality === 'hostile' && method !== 'GET' && chance.is(0.2)) {
      headers.push(chance.pick(foreignPages));
      mustFail = 'a page of another origin';
    }
    return { headers, mustFail };
  }

  /** The cookies and the token: the browser's own, or slightly wrong ones. */
  #session(
    { needsSession, method }: ApiOperation,
    person: FuzzPerson,
    quality: Quality,
  ): SentSession {
    const { chance, people } = this.#around;
    const { token } = person;
    const own = { cookie: person.cookieHeader(), token, mustFail: null, isOwn: true };
    if (quality === 'good') return own;
    const isChange = method !== 'GET';
    const noToken = isChange ? 'no token of this session' : null;
    const none = noToken ?? (needsSession ? 'no session' : null);
    const other = chance.pick(people.filter((one) => one !== person)).token;
    const withoutSession = [
      '',
      'foray_session=; XSRF-TOKEN=',
      'foray_session=%ff; foray_session=x',
    ];
    return chance.pick([
      { cookie: chance.pick(withoutSession), token, mustFail: none, isOwn: false },
      { cookie: `XSRF-TOKEN=${token}`, token, mustFail: none, isOwn: false },
      { ...own, token: '', mustFail: noToken },
      { ...own, token: other, mustFail: noToken },
      { ...own, cookie: own.cookie.replace(token, other), token: other, mustFail: noToken },
    ]);
  }
}

/** The parts of a request that can be wrong. */
function partsOf({ parameters, body }: ApiOperation): readonly string[] {
  const has = (place: string) => parameters.some((one) => one.in === place);
  const parts = ['path', 'query', 'headers'].filter((part) => part !== 'path' || has('path'));
  // Most faults are in the body.
  return [
    ...parts,
    ...(body === null ? ['body'] : ['body', 'body', 'body', 'body']),
    'session',
    'method',
  ];
}

const foreignPages: readonly [string, string][] = [
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
];

const oddHeaders: readonly (readonly [string, string][])[] = [
  [
    ['idempotency-key', 'a'],
    ['idempotency-key', 'b'],
  ],
  [
    ['x-actor', '1000'],
    ['x-actor', '1001'],
  ],
  [['__proto__', '1']],
  [['accept', '*/*;q=x, \u00ff']],
  [['accept-encoding', 'gzip;q=0, br;q=NaN, *;q=0']],
  [['content-language', 'x'.repeat(4_000)]],
  [['x-long', tooLong]],
  [['if-none-match', '*']],
  [['range', 'bytes=0-1']],
  [['x-http-method-override', 'DELETE']],
  [['user-agent', `\u00ff${'('.repeat(2_000)}`]],
];
