import { HttpCalls } from './http-calls.ts';

/** Calls of this page. */
export const pageCalls = new HttpCalls({
  fetch: (path, asked) => fetch(path, { ...asked, credentials: 'same-origin', cache: 'no-store' }),
  cookies: () => document.cookie,
});
