let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const) {
  document.addEventListener(end, () => (isPressed = false), { capture: true });
}

/**
 * Runs `work` now, or, while a pointer is pressed, after its click. For changes of layout on blur: the
 * press that takes the focus would otherwise be released over another element, and its click be lost.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const once = { once: true, capture: true };
  const later = () => requestAnimationFrame(work);
  document.addEventListener('pointerup', later, once);
  document.addEventListener('pointercancel', later, once);
}
