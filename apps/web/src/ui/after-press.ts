let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const) {
  document.addEventListener(end, () => (isPressed = false), { capture: true });
}

/**
 * Does `work` now, or, while a pointer is pressed, after it was released and its click has landed.
 * What moves the page when it loses the focus waits by this: otherwise the press that took the focus
 * would be released over something else, and its click would be lost.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const once = { once: true, capture: true };
  const later = () => requestAnimationFrame(work);
  document.addEventListener('pointerup', later, once);
  document.addEventListener('pointercancel', later, once);
}
