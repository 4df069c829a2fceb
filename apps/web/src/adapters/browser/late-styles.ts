import href from '../../ui/styles/late.css?url';

/** Loads the styles for paper, forced colours and movement, unless the page has them. */
export function loadLateStyles(): void {
  if (document.querySelector('link[data-late]') !== null) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.dataset['late'] = '';
  document.head.append(link);
}
