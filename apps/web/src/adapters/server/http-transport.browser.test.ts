import type { CallContext } from '@foray/sync';
import { createHttpTransport } from './http-transport.ts';
import { pageCalls } from './page-calls.ts';

const context: CallContext = { actor: 1000, epoch: null, positions: [], timeoutMs: null };

/** A server that never responds; its calls end only when they are cancelled. */
function silentServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        const end = () => reject(new Error('aborted'));
        if (options?.signal?.aborted) end();
        options?.signal?.addEventListener('abort', end);
      }),
  );
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[API-12] a request of a sync cycle has the deadline of its context; other requests have none', async () => {
  const fetched = silentServer();
  const transport = createHttpTransport(pageCalls);
  const outcomes: string[] = [];
  const note = (name: string) => (reply: { readonly kind: string }) =>
    void outcomes.push(`${name} ${reply.kind}`);
  void transport.fetchChanges(0, 1, { ...context, timeoutMs: 30_000 }).then(note('run'));
  void transport.me().then(note('me'));
  void transport.config().then(note('config'));
  void pageCalls.call('listMutuals', { context }).then(note('mutuals'));
  expect(fetched).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcomes).toEqual(['run noAnswer']);
});

test('a call that a person cancels ends without a response, before or during the call', async () => {
  const fetched = silentServer();
  const abort = new AbortController();
  const reply = createHttpTransport(pageCalls).login({ phone: '+1', name: 'Ada' }, abort.signal);
  await expect.poll(() => fetched).toHaveBeenCalled();
  abort.abort();
  expect(await reply).toMatchObject({ kind: 'noAnswer' });
});

test('[OFF-06] a failing network counts as a missing response, and a failing server as a response', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const transport = createHttpTransport(pageCalls);
  expect(await transport.fetchChanges(0, 1, context)).toEqual({ kind: 'noAnswer', why: 'network' });
  fetched.mockResolvedValue(new Response('', { status: 500 }));
  expect(await transport.fetchChanges(0, 1, context)).toMatchObject({
    kind: 'refusal',
    status: 500,
  });
});

/** Answers every call with an empty refusal, and records it with its headers. */
function recordCalls() {
  const calls: { path: string; method: string; headers: Headers; init: RequestInit }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init = {}) => {
    const { method = 'GET', headers } = init;
    calls.push({ path: path as string, method, headers: new Headers(headers), init });
    return new Response('', { status: 403 });
  });
  return calls;
}

test('[API-12] a call goes to /api as JSON with cookies, and a call that changes data carries the token', async () => {
  document.cookie = 'XSRF-TOKEN=a%2Ftoken; path=/';
  const calls = recordCalls();
  const transport = createHttpTransport(pageCalls);
  await transport.fetchItems('todo', 0, 1, context);
  await transport.me();
  const [params, ref] = [{ id: 2000 }, { ref: 'a' }];
  const endOthers = { code: '123456', end_other_sessions: true };
  await pageCalls.call('listActivity', { params: ref, query: { page: 1 }, context });
  await pageCalls.call('searchItems', { query: { q: '100%' }, context });
  await pageCalls.call('listMutuals', { context });
  await pageCalls.call('syncContacts', { body: { contacts: ['15550104477'] }, context });
  await pageCalls.call('removeContact', { params, context });
  await pageCalls.call('blockContact', { params, body: { leave: true }, context });
  await pageCalls.call('updateMe', { body: { name: 'Ada' }, context });
  await pageCalls.call('exportMe', { context });
  await pageCalls.call('listSecurityEvents', { query: { before: 7 }, context });
  await pageCalls.call('listSecurityEvents', { query: { before: null }, context });
  await pageCalls.call('makeRecoveryCodes', { body: endOthers, context });
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/items?type=todo&since=0&limit=1',
    'GET /api/me',
    'GET /api/campaigns/a/activity?page=1',
    'GET /api/items/search?q=100%25',
    'GET /api/contacts/mutuals',
    'POST /api/contacts/sync',
    'DELETE /api/contacts/2000',
    'POST /api/contacts/2000/block',
    'PATCH /api/me',
    'POST /api/me/export',
    'GET /api/security-events?before=7',
    'GET /api/security-events',
    'POST /api/recovery-codes',
  ]);
  for (const { method, headers, init } of calls) {
    expect(init.credentials).toBe('same-origin');
    expect(headers.get('accept')).toBe('application/json');
    expect(headers.get('x-xsrf-token')).toBe(method === 'GET' ? null : 'a/token');
    expect(headers.get('content-type')).toBe(init.body === undefined ? null : 'application/json');
  }
  expect(calls[5]?.init.body).toBe('{"contacts":["15550104477"]}');
});

test('[API-01] signing in and out first fetch an anti-forgery token, even if there already is one', async () => {
  document.cookie = 'XSRF-TOKEN=old; path=/';
  const calls = recordCalls();
  const transport = createHttpTransport(pageCalls);
  await transport.login({ phone: '+15550104477', name: 'Ada' });
  await transport.logout();
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /csrf-cookie',
    'POST /api/login',
    'GET /csrf-cookie',
    'POST /api/logout',
  ]);
});
