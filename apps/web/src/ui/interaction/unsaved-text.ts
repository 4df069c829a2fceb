const mark = 'data-unsaved';

/** Marks the form of a dialog while it has text that is not saved. */
export function unsavedProps(isUnsaved: boolean): { readonly [mark]?: '' } {
  return isUnsaved ? { [mark]: '' } : {};
}

/**
 * Whether an open dialog in `place` has unsaved text: a press outside does not close it, and no other layer
 * replaces it (decision 0058).
 */
export function holdsUnsavedText(place: ParentNode): boolean {
  return place.querySelector(`[data-state=open] [${mark}]`) !== null;
}
