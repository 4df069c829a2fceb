import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LayerBoundary } from '../layers/layer-boundary.tsx';
import { lazyPart } from './lazy-part.tsx';
import { render } from '../testing/render.tsx';

test('[OFF-10] a layer that could not be loaded is loaded again each time it is opened', async () => {
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let loads = 0;
  const Part = lazyPart(async () => {
    loads += 1;
    if (loads <= 2) throw new TypeError('Failed to fetch dynamically imported module: /part.js');
    return () => <p>The part</p>;
  });
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        <LayerBoundary open={open} onClose={() => setOpen(false)}>
          <Part />
        </LayerBoundary>
      </>
    );
  }
  render(<Opener />);
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
