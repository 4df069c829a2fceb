import type {} from '@vitest/browser-playwright';
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Lets `tap` act like a finger for the rest of the test. */
export async function withTouch(): Promise<void> {
  const setTouch = (enabled: boolean) =>
    cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  onTestFinished(async () => void (await setTouch(false)));
  await setTouch(true);
}

/** Touches the middle of an element with a finger, in a frame that may be shown smaller than it is. */
export async function tap(element: Element): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth);
  const scale = frame.width / innerWidth;
  const box = element.getBoundingClientRect();
  const x = frame.left + (box.left + box.width / 2) * scale;
  const y = frame.top + (box.top + box.height / 2) * scale;
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
