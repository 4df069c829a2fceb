const waiting: (() => void)[] = [];
let isPressed = false;

// A finger's pointer is up before its mouse events, the first of which moves the focus.
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'pointercancel', 'mouseup']) {
  const follow = () => {
    isPressed = type.endsWith('down');
    if (!isPressed) for (const work of waiting.splice(0)) requestAnimationFrame(work);
  };
  document.addEventListener(type, follow, true);
}

/**
 * Runs `work` now, or, while a pointer is pressed, after its click. For changes of layout on blur:
 * otherwise the press that moves the focus would be released over another element, and its click be lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
