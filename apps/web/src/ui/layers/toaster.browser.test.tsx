import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { currentToast, dismissToast, removeToast, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** The one toast on screen, by its title. */
const shown = (title: string) => page.getByText(title, { exact: true }).first();
const toasts = () => document.querySelectorAll('[data-toast-region] > li');

beforeEach(() => {
  const left = currentToast();
  if (left) removeToast(left.id);
});

function drag(element: Element, byPx: number): void {
  const at = (x: number) => ({
    bubbles: true,
    pointerId: 1,
    pointerType: 'touch',
    button: 0,
    clientX: 100 + x,
    clientY: 100,
  });
  element.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  for (let x = 5; x < byPx; x += 5) element.dispatchEvent(new PointerEvent('pointermove', at(x)));
  element.dispatchEvent(new PointerEvent('pointermove', at(byPx)));
  element.dispatchEvent(new PointerEvent('pointerup', at(byPx)));
}

test('[LAYOUT-15] a toast has a title, a description and an optional action; a newer one replaces it', async () => {
  const onAction = vi.fn();
  render(<Toaster />);
  toast({
    title: 'Todo deleted',
    description: 'It is gone.',
    action: { label: 'Undo', altText: 'Undo it', onAction },
  });
  await expect.element(shown('Todo deleted')).toBeVisible();
  await expect.element(shown('It is gone.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(onAction).toHaveBeenCalledOnce();

  toast({ title: 'First' });
  await expect.element(shown('First')).toBeVisible();
  toast({ title: 'Second' });
  await expect.element(shown('Second')).toBeVisible();
  expect(toasts()).toHaveLength(1);
  expect(toasts()[0]?.textContent).not.toContain('First');
  expect(toasts()[0]?.querySelectorAll('button')).toHaveLength(1);
});

test('[LAYOUT-16] a toast lasts 5000 ms, is dismissed by a swipe of 50 px to the right, is focused by F8, and is removed 1,000,000 ms after its dismissal', async () => {
  render(<Toaster />);
  await expect.poll(() => document.querySelector('[data-toast-region]')).not.toBeNull();
  vi.useFakeTimers();
  try {
    toast({ title: 'Lasting' });
    await vi.advanceTimersByTimeAsync(4990);
    expect(currentToast()?.open).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(currentToast()?.open).toBe(false);
    await vi.advanceTimersByTimeAsync(999_900);
    expect(currentToast()?.title).toBe('Lasting');
    await vi.advanceTimersByTimeAsync(200);
    expect(currentToast()).toBeNull();
  } finally {
    vi.useRealTimers();
  }

  toast({ title: 'Swiped' });
  await expect.element(shown('Swiped')).toBeVisible();
  const [item] = toasts();
  if (!item) throw new Error('no toast');
  drag(item, 50);
  expect(currentToast()?.open).toBe(true);
  drag(item, 51);
  // At once: after five seconds it would be gone anyway.
  expect(currentToast()?.open).toBe(false);

  toast({ title: 'Reached' });
  await expect.element(shown('Reached')).toBeVisible();
  await userEvent.keyboard('{F8}');
  expect(document.activeElement?.hasAttribute('data-toast-region')).toBe(true);
});

test('dismissing an older toast keeps the newer one', () => {
  toast({ title: 'Old' });
  const old = currentToast();
  toast({ title: 'New' });
  if (old) dismissToast(old.id);
  expect(currentToast()).toMatchObject({ title: 'New', open: true });
});
