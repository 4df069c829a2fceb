import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { lazyCode } from '../../state/lazy-code.ts';
import { LayerBoundary } from '../layers/layer-boundary.tsx';
import { render } from '../testing/render.tsx';
import { lazyComponent } from './lazy-component.tsx';

interface Words {
  readonly text: string;
}

type Load = () => Promise<{ Part: ComponentType<Words> }>;
const pick = (code: { Part: ComponentType<Words> }) => code.Part;

/** A patient component, and one that leaves waiting to its boundary. */
const kinds: readonly [string, (load: Load) => ReturnType<typeof lazyComponent<unknown, Words>>][] =
  [
    [
      'patient',
      (load) =>
        lazyComponent(
          lazyCode(load, () => Promise.resolve()),
          pick,
          ({ text }) => `${text} soon`,
        ),
    ],
    ['other', (load) => lazyComponent(load, pick)],
  ];

/** Code that loads when the test lets it. */
function held() {
  let loads = 0;
  let arrive = () => {};
  const load: Load = () => {
    loads += 1;
    return new Promise((resolve) => {
      arrive = () => resolve({ Part: ({ text }) => `${text} here` });
    });
  };
  return { load, arrive: () => arrive(), loads: () => loads };
}

test('a lazy component that may wait has a fallback, and is shown as soon as its code has loaded', async () => {
  const { load, arrive, loads } = held();
  const Part = kinds[0]![1](load);
  expect(loads()).toBe(0);
  render(
    <p>
      <Part text="one" /> <Part text="two" />
    </p>,
  );
  await expect.poll(() => document.body.textContent).toContain('one soon two soon');
  expect(loads()).toBe(1);
  arrive();
  await expect.poll(() => document.body.textContent).toContain('one here two here');
});

test.each(kinds)('a component whose code has loaded is shown at once: %s', async (_kind, make) => {
  const { load, arrive } = held();
  const Part = make(load);
  const loaded = Part.preload();
  arrive();
  await loaded;
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<Part text="it" />));
  expect(place.textContent).toBe('it here');
  root.unmount();
});

/** A button that opens the layer around a part. */
function Opener({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <LayerBoundary open={open} onClose={() => setOpen(false)}>
        {children}
      </LayerBoundary>
    </>
  );
}

test('[OFF-10] a layer that could not be loaded is loaded again each time it is opened', async () => {
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let loads = 0;
  const Part = lazyComponent(
    async () => {
      loads += 1;
      if (loads <= 2) throw new TypeError('Failed to fetch dynamically imported module: /part.js');
      return { Part: () => <p>The part</p> };
    },
    (it) => it.Part,
  );
  render(
    <Opener>
      <Part />
    </Opener>,
  );
  const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  for (const tries of [1, 2]) {
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(failure).toBeVisible();
    expect(loads).toBe(tries);
    await failure.getByRole('button', { name: 'Close' }).click();
    await expect.element(failure).not.toBeInTheDocument();
  }
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText('The part')).toBeVisible();
  expect(loads).toBe(3);
});

test('[OFF-10] a layer whose preload failed is loaded again when it is opened', async () => {
  let loads = 0;
  const Part = lazyComponent(
    async () => {
      loads += 1;
      if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module: /part.js');
      return { Part: () => <p>The part</p> };
    },
    (it) => it.Part,
  );
  await expect(Part.preload()).rejects.toThrow('Failed to fetch');
  render(
    <Opener>
      <Part />
    </Opener>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText('The part')).toBeVisible();
  expect(loads).toBe(2);
});
