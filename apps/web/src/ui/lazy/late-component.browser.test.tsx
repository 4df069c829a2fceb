import { expect, test } from 'vitest';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { lateComponent } from './late-component.tsx';
import { render } from '../testing/render.tsx';

/** A part whose code the test loads. */
function late() {
  let loads = 0;
  let arrive = () => {};
  const Part = lateComponent<{ readonly text: string }>(
    () => {
      loads += 1;
      return new Promise((resolve) => {
        arrive = () => resolve(({ text }) => `${text} here`);
      });
    },
    ({ text }) => `${text} soon`,
  );
  return { Part, arrive: () => arrive(), loads: () => loads };
}

test('a part whose code is loading has a fallback, and is shown as soon as the code is here', async () => {
  const { Part, arrive, loads } = late();
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

test('a part whose code is here is shown at once', async () => {
  const { Part, arrive } = late();
  const loaded = Part.preload();
  arrive();
  await loaded;
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<Part text="it" />));
  expect(place.textContent).toBe('it here');
  root.unmount();
});
