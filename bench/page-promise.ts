import type { CDPSession } from '@playwright/test';

/**
 * What a promise in the page gives. Unlike `page.waitForFunction` it adds no script of its own, which would be
 * compiled and run while the page starts.
 */
export async function pagePromise<T>(session: CDPSession, expression: string): Promise<T> {
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as T;
}
