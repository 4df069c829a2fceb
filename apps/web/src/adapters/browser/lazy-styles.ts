import href from '../../ui/styles/lazy.css?url';

/** Loads the styles for paper, forced colours and movement, unless the page has them. */
export function loadLazyStyles(): void {
  if (document.querySelector('link[data-lazy]') !== null) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.dataset['lazy'] = '';
  document.head.append(link);
}
