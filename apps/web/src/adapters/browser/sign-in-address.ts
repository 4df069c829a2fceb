const parameter = 'to';

/** Pages of items: the app returns to no other page, and to no other site. */
const pageOfItem = /^\/(?:[a-z-]*|(?:campaigns|tasks|todos)\/[\w-]+)(?:\?item=[\w-]+)?$/;

/** The address of the sign-in screen that returns to this page. */
export function signInHref(): string {
  const query = new URLSearchParams({ [parameter]: location.pathname + location.search });
  return `/login?${query}`;
}

/** The address of an item, as a link to it has it. */
const itemAddress = /^\/(?:campaigns|tasks|todos)\/[\w-]+$|\?item=/;

/** The page to open after the tutorial: the item whose link began this first visit, or else Home. */
export function afterTutorial(): string {
  const { linked = '' } = (history.state as { readonly linked?: string } | null) ?? {};
  return itemAddress.test(linked) && pageOfItem.test(linked) ? linked : '/';
}

/** The page to open after signing in: the one that led to the sign-in, or else Home. */
export function afterSignIn(): string {
  const to = new URLSearchParams(location.search).get(parameter) ?? '';
  return pageOfItem.test(to) ? to : '/';
}
