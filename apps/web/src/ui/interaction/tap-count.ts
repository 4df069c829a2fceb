/** Taps closer than this in time and place are a double tap. */
const maxMs = 300;
const maxPx = 24;

/**
 * Gives the click of the second of two quick taps the `detail` 2 that a second click has, until the returned
 * function is called: Safari on iOS counts every tap as the first one.
 */
export function countTaps(): () => void {
  let last: PointerEvent | null = null;
  let isSecond = false;
  const onDown = (event: PointerEvent): void => {
    isSecond =
      last !== null &&
      event.pointerType === 'touch' &&
      event.timeStamp - last.timeStamp < maxMs &&
      Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < maxPx;
    last = event;
  };
  const onClick = (event: MouseEvent): void => {
    if (isSecond && event.detail === 1) Object.defineProperty(event, 'detail', { value: 2 });
  };
  // Before the handlers that read it.
  window.addEventListener('pointerdown', onDown, true);
  window.addEventListener('click', onClick, true);
  return () => {
    window.removeEventListener('pointerdown', onDown, true);
    window.removeEventListener('click', onClick, true);
  };
}
