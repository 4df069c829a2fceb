import { page } from 'vitest/browser';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

/** The texts of the card that its button covers, in part or completely. */
function coveredTexts(card: Element): readonly string[] {
  const button = card.querySelector('button');
  if (button === null) throw new Error('the card has no button');
  const box = button.getBoundingClientRect();
  const covered: string[] = [];
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (button.contains(text)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    // The lines that a clamp cuts off are not there.
    const clamp = text.parentElement?.closest('.two-lines, .line-clamp-1') ?? card;
    const { bottom: end } = clamp.getBoundingClientRect();
    const isCovered = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        top < end - 1 &&
        left < box.right &&
        right > box.left &&
        top < box.bottom &&
        bottom > box.top,
    );
    if (isCovered) covered.push(text.textContent ?? '');
  }
  return covered;
}

for (const [path, widths] of [
  ['/queue', [320, 340, 360, 414, 768, 1024, 1280, 1920]],
  ['/', [1024, 1100, 1280, 1440, 1920]],
] as const) {
  test(`[LAYOUT-24] the button of Up next covers none of its text on ${path}, at any width`, async () => {
    await openApp(path, {
      items: [
        { type: 'campaign', title: 'Donaudampfschifffahrtsgesellschaft' },
        {
          type: 'task',
          title: 'Donaudampfschifffahrtskapitänsmütze',
          due_date: '2025-11-26',
          parent: 0,
        },
      ],
    });
    const card = page.getByRole('region', { name: 'Up next' });
    for (const width of widths) {
      await page.viewport(width, 800);
      await expect.element(card).toBeVisible();
      expect({ width, covered: coveredTexts(card.element()) }).toEqual({ width, covered: [] });
    }
  });
}

const long = 'Buy rope and two shackles at the chandlery by the old harbour';
const address = `https://www.example.com/${'a/path/without/any/space/'.repeat(4)}`;
const lateLong = { due_date: '2025-11-26', due_time: '07:15' } as const;

test.each([
  ['', ['Sail']],
  [' @full', [null, long, address]],
] as const)(
  '[LAYOUT-24] the button of Up next covers no words, whatever they say, and is under them below 480 px%s',
  async (_tag, parents) => {
    const app = await openApp('/queue');
    const card = page.getByRole('region', { name: 'Up next' });
    for (const title of ['Ring', long, address])
      for (const due of [{}, { due_date: '2999-11-26' }, { due_date: '2025-11-26' }, lateLong])
        for (const parent of parents) {
          const item = { type: 'todo', title, ...due } as const;
          const items: readonly SeedItem[] =
            parent === null
              ? [item]
              : [
                  { type: 'campaign', title: parent, status: 'in_progress' },
                  { ...item, parent: 0 },
                ];
          await app.reopenWith(items);
          await expect.element(card).toHaveTextContent(title);
          for (const width of [320, 360, 390, 479, 768, 1024, 1280, 1920]) {
            await page.viewport(width, 800);
            const button = card.element().querySelector('button')?.getBoundingClientRect();
            const words = card
              .element()
              .querySelector('h2')
              ?.parentElement?.getBoundingClientRect();
            const edge = card.element().getBoundingClientRect();
            const found = {
              covered: coveredTexts(card.element()),
              isUnder: (button?.top ?? 0) >= (words?.bottom ?? Infinity) || edge.width >= 480,
              isInside: (words?.right ?? Infinity) <= edge.right && edge.right <= width,
            };
            const state = { title, ...due, parent, width };
            expect({ ...state, ...found }).toEqual({
              ...state,
              covered: [],
              isUnder: true,
              isInside: true,
            });
          }
        }
  },
);

test('[CAMP-10] Up next on the page of a campaign shows the item to start next inside it, without the campaign’s name', async () => {
  const app = await openApp('/campaigns/1', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'todo', title: 'Call the harbour', parent: 0, due_date: '2026-03-01' },
      { type: 'task', title: 'Get the boat ready', parent: 0, due_date: '2026-02-01' },
      { type: 'todo', title: 'Elsewhere', due_date: '2026-01-01' },
    ],
  });
  const card = page.getByRole('region', { name: 'Up next' });
  await expect.element(card).toHaveTextContent('Get the boat ready');
  await expect.element(card).not.toHaveTextContent('Sail north');
  await app.reopenWith([{ type: 'campaign', title: 'Sail north' }]);
  await expect.element(page.getByRole('heading', { name: 'Sail north', level: 1 })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});
