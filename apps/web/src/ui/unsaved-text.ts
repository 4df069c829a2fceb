const mark = 'data-unsaved';

/** Marks the form of a dialog while something typed into it is not saved anywhere. */
export function unsavedProps(isUnsaved: boolean): { readonly [mark]?: '' } {
  return isUnsaved ? { [mark]: '' } : {};
}

/**
 * Whether `place` holds typed text that nobody asked to throw away: a press beside its dialog does not
 * close it, and no other layer takes its place (decision 0058).
 */
export function holdsUnsavedText(place: ParentNode): boolean {
  return place.querySelector(`[data-state=open] [${mark}]`) !== null;
}
