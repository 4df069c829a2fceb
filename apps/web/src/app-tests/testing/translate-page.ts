import { onTestFinished } from 'vitest';

const untranslated = 'script, style, textarea, font font';

/**
 * Moves each text of the page into elements that React does not know, as a translating browser does, now and
 * after each change until the test ends.
 */
export function translatePage(): void {
  const observer = new MutationObserver(() => {
    translateTexts(document.body);
    // The translator's own changes are not the page's.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  translateTexts(document.body);
  onTestFinished(() => observer.disconnect());
}

function translateTexts(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (parent === null || parent.closest(untranslated) !== null) continue;
    if ((text.nodeValue ?? '').trim() === '') continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    parent.replaceChild(outer, text);
    inner.append(text);
  }
}
