/// <reference lib="dom" />
import type { BrowserContext, CDPSession } from '@playwright/test';

/**
 * Makes each page of a browser record when an element matching `selector`, with `text` in it, first appears.
 */
export async function noteShown(
  context: BrowserContext,
  selector: string,
  text: string,
): Promise<void> {
  await context.addInitScript(
    ([named, awaited]) => {
      const shownMs = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(named)?.textContent.includes(awaited)) return;
          observer.disconnect();
          resolve(performance.now());
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      });
      Object.assign(window, { shownMs });
    },
    [selector, text] as const,
  );
}

/**
 * That time, in milliseconds after the start of the page. Unlike `page.waitForFunction` it adds no script of
 * its own, which would be compiled and run while the page starts.
 */
export async function shownMs(session: CDPSession): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'shownMs',
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as number;
}
