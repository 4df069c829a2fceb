let isPressed = false;

// A finger's pointer is up before its mouse events, of which the first takes the focus.
const ends = ['pointerup', 'pointercancel', 'mouseup'] as const;
for (const start of ['pointerdown', 'mousedown'] as const) {
  document.addEventListener(start, () => (isPressed = true), { capture: true });
}
for (const end of ends) {
  document.addEventListener(end, () => (isPressed = false), { capture: true });
}

/**
 * Runs `work` now, or, while a pointer is pressed, after its click. For changes of layout on blur: the
 * press that takes the focus would otherwise be released over another element, and its click be lost.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const waiting = new AbortController();
  const later = () => {
    waiting.abort();
    requestAnimationFrame(work);
  };
  for (const end of ends) {
    document.addEventListener(end, later, { capture: true, signal: waiting.signal });
  }
}
