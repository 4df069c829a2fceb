/** Makes `path` the first page of a visit, with none before it, as in a new tab. */
export function beginVisitAt(path: string): void {
  // The patched method of the router would count it as a page of the visit before.
  History.prototype.replaceState.call(history, null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
