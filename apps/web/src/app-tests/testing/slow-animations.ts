import { onTestFinished } from 'vitest';

/** Makes every animation last until the test ends, or until the returned function is called. */
export function slowAnimations(): () => void {
  // In the layer of the rule for reduced motion, which shortens every animation, and after that rule.
  const slow = document.createElement('style');
  slow.textContent = '@layer base { * { animation-duration: 100s !important } }';
  document.head.append(slow);
  const end = () => slow.remove();
  onTestFinished(end);
  return end;
}
