/** Joins the class names that are present, so that a condition can be written beside its class. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
