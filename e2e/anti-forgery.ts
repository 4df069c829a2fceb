import type { BrowserContext } from '@playwright/test';

/** The header without which the server changes nothing for the session of this browser. */
export async function antiForgery(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  return { 'x-xsrf-token': decodeURIComponent(token) };
}
