import { cdp } from 'vitest/browser';
import { afterPress } from './after-press.ts';

test('[QADD-13] a tap that moves the focus acts on its target before the layout changes', async () => {
  const setTouch = (enabled: boolean) =>
    cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  document.body.innerHTML =
    '<input><div style="height: 200px"></div><button style="width: 200px; height: 40px">Go</button>';
  onTestFinished(async () => {
    document.body.innerHTML = '';
    await setTouch(false);
  });
  await setTouch(true);
  const field = document.querySelector('input')!;
  const space = document.querySelector('div')!;
  const button = document.querySelector('button')!;
  let presses = 0;
  button.addEventListener('click', () => (presses += 1));
  field.addEventListener('blur', () => afterPress(() => space.remove()));
  field.focus();
  await tap(button);
  await expect.poll(() => space.isConnected).toBe(false);
  expect(presses).toBe(1);
});

/** Touches the middle of an element with a finger, in a frame that may be shown smaller than it is. */
async function tap(element: Element): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth);
  const scale = frame.width / innerWidth;
  const box = element.getBoundingClientRect();
  const x = frame.left + (box.left + box.width / 2) * scale;
  const y = frame.top + (box.top + box.height / 2) * scale;
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
