/** A short tick in the hand, on devices that have it; the browser refuses it before the first tap of a visit. */
export function tick(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
