import * as fc from 'fast-check';
import { requestOf, type RequestTemplate } from './acts.ts';
import { actors, anyAct, itemNames } from './generator.ts';
import type { ModelStep } from './named-acts.ts';

/** A request of a person, or a round of the clean-up, with all that a device can send along. */
export interface WideStep {
  /** The kind, for reports. */
  readonly name: string;
  readonly person: string;
  readonly afterMs: number;
  /** Null for the clean-up. */
  readonly request: RequestTemplate | null;
  readonly key: string | null;
  /** The version on which the request is based. */
  readonly version: number | null;
  /** The key of the request that this one follows. */
  readonly after: string | null;
  readonly isImport: boolean;
}

type NamedRequest = Pick<WideStep, 'name' | 'request'>;

/** Texts to search, among them wildcards and escapes of SQL, and letters of both cases. */
export const searchTexts = ['item', '100%', 'm_', 'LÄUFE', 'x\\'] as const;

const dayMs = 86_400_000;
const someItem = fc.constantFrom(...itemNames);
const somebody = fc.constantFrom(...actors);
const type = fc.constantFrom('campaign', 'task', 'todo');

/** An act that the model knows, on items of which half repeat. */
const act: fc.Arbitrary<NamedRequest> = fc
  .tuple(anyAct, fc.integer({ min: -90_000_000, max: 90_000_000 }))
  .map(([one, claimedMs]) => {
    const request = requestOf(one);
    if (one.kind !== 'create') return { name: one.kind, request };
    const at = new Date(Date.UTC(2026, 2, 1, 12) + claimedMs).toISOString();
    const repeats = one.type !== 'campaign' && /[02468]$/.test(one.item);
    const rule = { due_date: '2026-03-01', repeat: 'FREQ=DAILY;COUNT=3' };
    const times = { created_at: at, completed_at: at };
    const body = { ...request.body, ...times, ...(repeats && rule) };
    return { name: one.kind, request: { ...request, body } };
  });
const occurrence = fc
  .record({
    kind: fc.constant('occurrence' as const),
    item: someItem,
    act: fc.constantFrom('complete' as const, 'complete' as const, 'skip', 'undo', 'unskip'),
    n: fc.integer({ min: 1, max: 3 }),
  })
  .map((one): NamedRequest => ({ name: one.kind, request: requestOf(one) }));

const named = (
  name: string,
  method: RequestTemplate['method'],
  url: fc.Arbitrary<string>,
  body?: fc.Arbitrary<Readonly<Record<string, unknown>>>,
): fc.Arbitrary<NamedRequest> =>
  fc.record({ url, body: body ?? fc.constant(null) }).map(({ url: path, body: sent }) => ({
    name,
    request: { method, url: path, ...(sent !== null && { body: sent }) },
  }));
const at = (url: string) => fc.constant(url);

const people = fc.oneof(
  named('rename', 'PATCH', at('/api/me'), fc.record({ name: fc.constantFrom('Ada', 'Grace') })),
  named(
    'signIn',
    'POST',
    at('/api/login'),
    fc.record({ name: fc.constantFrom('Ada', 'Grace'), placeholder: fc.boolean() }),
  ),
  named(
    'import',
    'POST',
    at('/api/contacts/sync'),
    fc
      .array(fc.nat({ max: actors.length + 1 }), { minLength: 1, maxLength: 4 })
      .map((some) => ({ contacts: some.map((index) => `4912345678${index}`) })),
  ),
  named(
    'report',
    'POST',
    somebody.map((who) => `/api/contacts/{person ${who}}/report`),
    fc.constant({ reason: 'other', text: 'x', block: true }),
  ),
  named(
    'readInbox',
    'POST',
    at('/api/notifications/read'),
    fc.record({ up_to: fc.nat({ max: 15 }) }),
  ),
  fc.constant({ name: 'cleanUp', request: null }),
);
const startEmpty = fc.constant<NamedRequest>({
  name: 'startEmpty',
  request: { method: 'POST', url: '/api/login', body: { name: 'Renewed', start: 'empty' } },
});

const reading = fc.oneof(
  someItem.map((item) => `/api/items/{item ${item}}`),
  type.map((one) => `/api/items?type=${one}&page=1`),
  fc.constantFrom(...searchTexts).map((text) => `/api/items/search?q=${encodeURIComponent(text)}`),
  fc
    .tuple(type, fc.nat({ max: 12 }))
    .map(([one, since]) => `/api/items?type=${one}&since=${since}&limit=3`),
  fc.nat({ max: 12 }).map((since) => `/api/changes?since=${since}&limit=3`),
  fc
    .tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }))
    .map(([task, changes]) => `/api/pull?task=${task}&changes=${changes}&limit=3`),
  someItem.map((item) => `/api/campaigns/{item ${item}}/activity`),
  someItem.map((item) => `/api/items/{item ${item}}/activity`),
  fc.constantFrom('/api/trash?limit=2', '/api/self-check', '/api/contacts/blocked'),
);
const read = named('read', 'GET', reading);

/** A batch, in which several requests can have one key. */
const batch: fc.Arbitrary<NamedRequest> = fc
  .array(
    fc.record({
      id: fc.nat({ max: 30 }).map((number) => `op-${100 + number}`),
      act: anyAct.filter((one) => 'item' in one),
    }),
    { minLength: 2, maxLength: 6, size: 'max' },
  )
  .map((entries) => {
    const requests = entries.map(({ id, act: one }) => {
      const { method, url, body: data } = requestOf(one);
      return { id, method, url, ...(data && { data }) };
    });
    return { name: 'batch', request: { method: 'POST', url: '/api/batch', body: { requests } } };
  });

const orNull = <T>(weight: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12 - weight, arbitrary: fc.constant(null) }, { weight, arbitrary: value });
const anyKey = fc.constantFrom('op-0', 'op-1');

const stepOf = (one: fc.Arbitrary<NamedRequest>): fc.Arbitrary<WideStep> =>
  fc
    .record({
      one,
      person: somebody,
      afterMs: fc.oneof(
        { weight: 40, arbitrary: fc.constantFrom(0, 1, 1000, 700_000) },
        { weight: 1, arbitrary: fc.constantFrom(31 * dayMs, 200 * dayMs) },
      ),
      key: orNull(3, anyKey),
      version: orNull(2, fc.integer({ min: 1, max: 3 })),
      after: orNull(2, anyKey),
      isImport: orNull(1, fc.constant(true)),
    })
    .map(({ one: asked, isImport, ...step }) => ({
      ...asked,
      ...step,
      isImport: isImport === true,
    }));

/** A random request of one of the people. */
export const anyWideStep = stepOf(
  fc.oneof(
    { weight: 44, arbitrary: act },
    { weight: 4, arbitrary: occurrence },
    { weight: 7, arbitrary: people },
    { weight: 1, arbitrary: startEmpty },
    { weight: 6, arbitrary: read },
    { weight: 3, arbitrary: batch },
  ),
);
/** A random batch of changes. */
export const anyBatchStep = stepOf(batch);

/** A step of the model as a request. */
export function wideStep({ person, act: one, key }: ModelStep): WideStep {
  const alone = { version: null, after: null, isImport: false };
  return { name: one.kind, person, afterMs: 1, request: requestOf(one), key, ...alone };
}
