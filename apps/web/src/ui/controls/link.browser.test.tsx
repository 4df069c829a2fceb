import { page } from 'vitest/browser';
import { Link } from './link.tsx';
import { render } from '../testing/render.tsx';

/** The effect of a press on the link: the place it leads to, or that it is left to the browser. */
async function press(keys: MouseEventInit, onClick?: () => void): Promise<string> {
  const before = location.pathname;
  onTestFinished(() => history.replaceState(null, '', before));
  render(
    <Link href="/queue" onClick={onClick}>
      Queue
    </Link>,
  );
  const link = page.getByRole('link', { name: 'Queue' });
  await expect.element(link).toHaveAttribute('href', '/queue');
  let isLeft = false;
  const onPress = (event: Event): void => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', onPress, { once: true });
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  link.element().dispatchEvent(event);
  await expect.poll(() => location.pathname).toBe(isLeft ? before : '/queue');
  return isLeft ? 'left to the browser' : location.pathname;
}

test('a plain press goes to the route, after the link’s own handler', async () => {
  const places: string[] = [];
  expect(await press({}, () => places.push(location.pathname))).toBe('/queue');
  expect(places).not.toContain('/queue');
  expect(places).toHaveLength(1);
});

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)(
  'a press with %s is left to the browser',
  async (key) => {
    expect(await press({ [key]: true })).toBe('left to the browser');
  },
);
