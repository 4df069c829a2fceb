import { useState } from 'react';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { autoUpdate, flip, offset, shift, size, useFloating } from './floating.ts';

interface Scene {
  /** The place of the button's upper corner at the start of a line. */
  readonly at: { readonly left: number; readonly top: number };
  readonly height: number;
  readonly dir?: 'ltr' | 'rtl';
  readonly isInTransform?: boolean;
}

function Scene({ at, height, dir = 'ltr', isInTransform = false }: Scene) {
  const [reference, setReference] = useState<Element | null>(null);
  const { floatingStyles, placement, ...place } = useFloating({
    placement: 'bottom-end',
    elements: { reference },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset({ mainAxis: 4 }),
      shift({ padding: 8 }),
      flip(),
      size({
        apply: ({ elements, availableHeight }) => {
          elements.floating.style.maxHeight = `${availableHeight}px`;
        },
      }),
    ],
  });
  return (
    <div dir={dir} style={isInTransform ? { transform: 'translate(30px, 20px)' } : undefined}>
      <button
        type="button"
        ref={setReference}
        style={{ position: 'absolute', ...at, width: 100, height: 40 }}
      >
        Button
      </button>
      <div
        ref={(element) => place.refs.setFloating(element)}
        data-testid="menu"
        data-placement={placement}
        style={{ ...floatingStyles, position: 'fixed', width: 200, height }}
      />
    </div>
  );
}

/** The edges of the menu, and those of its button. */
async function edges(scene: Scene) {
  render(<Scene {...scene} />);
  const menu = page.getByTestId('menu');
  await expect.poll(() => menu.element().getBoundingClientRect().top).not.toBe(0);
  return {
    menu: menu.element().getBoundingClientRect(),
    button: page.getByRole('button', { name: 'Button' }).element().getBoundingClientRect(),
  };
}

test('[LAYOUT-32] a menu is below its button, and ends where the button ends', async () => {
  const { menu, button } = await edges({ at: { left: 300, top: 100 }, height: 120 });
  expect(menu.top).toBe(button.bottom + 4);
  expect(menu.right).toBe(button.right);
});

test('[LAYOUT-32] from right to left a menu ends at the left edge of its button', async () => {
  const { menu, button } = await edges({ at: { left: 50, top: 100 }, height: 120, dir: 'rtl' });
  expect(menu.left).toBe(button.left);
});

test('[LAYOUT-32] a menu without room below is above its button', async () => {
  const top = innerHeight - 60;
  const { menu, button } = await edges({ at: { left: 300, top }, height: 120 });
  expect(menu.bottom).toBe(button.top - 4);
});

test('[LAYOUT-32] a menu is no higher than the room that it has', async () => {
  const { menu, button } = await edges({
    at: { left: 300, top: innerHeight - 60 },
    height: 5_000,
  });
  expect(menu.top).toBe(8);
  expect(menu.bottom).toBe(button.top - 4);
});

test('[LAYOUT-32] a menu stays inside the window', async () => {
  const { menu } = await edges({ at: { left: 10, top: 100 }, height: 120 });
  expect(menu.left).toBe(8);
});

test('[LAYOUT-32] a menu is in its place inside an element with a transform', async () => {
  const at = { left: 200, top: 100 };
  const { menu, button } = await edges({ at, height: 120, isInTransform: true });
  expect(menu.top).toBe(button.bottom + 4);
  expect(menu.right).toBe(button.right);
});

test('[LAYOUT-32] a menu follows its button when the page scrolls', async () => {
  const { button } = await edges({ at: { left: 300, top: 400 }, height: 50 });
  document.body.style.minHeight = '4000px';
  try {
    scrollTo(0, 100);
    const menu = page.getByTestId('menu');
    await expect
      .poll(() => menu.element().getBoundingClientRect().top)
      .toBe(button.bottom + 4 - 100);
  } finally {
    scrollTo(0, 0);
    document.body.style.minHeight = '';
  }
});
