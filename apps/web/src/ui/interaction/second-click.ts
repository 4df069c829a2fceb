const pressable =
  'a, button, input, select, textarea, summary, label, [role=menuitem], [role=option]';

/**
 * Keeps the second click of a double click away from an element that has moved under the pointer after the
 * first, until the returned function is called.
 */
export function guardSecondClicks(): () => void {
  let first: Element | null = null;
  const onClick = (event: MouseEvent): void => {
    const pressed = event.target instanceof Element ? event.target.closest(pressable) : null;
    if (event.detail <= 1) first = pressed;
    else if (pressed !== null && pressed !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}
