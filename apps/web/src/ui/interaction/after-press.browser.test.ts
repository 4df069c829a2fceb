import { tap, withTouch } from '../testing/tap.ts';
import { afterPress } from './after-press.ts';

test('[QADD-13] a tap that moves the focus acts on its target before the layout changes', async () => {
  document.body.innerHTML =
    '<input><div style="height: 200px"></div><button style="width: 200px; height: 40px">Go</button>';
  onTestFinished(() => void (document.body.innerHTML = ''));
  await withTouch();
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
