import { useState, type FocusEvent } from 'react';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { render } from '../testing/render.tsx';

/** Presses Escape like a person who does so before the dialog is fully there. */
function pressEscape({ currentTarget }: FocusEvent): void {
  const options = { key: 'Escape', bubbles: true, cancelable: true };
  currentTarget.dispatchEvent(new KeyboardEvent('keydown', options));
}

function TwoDialogs() {
  const [shown, setShown] = useState<'first' | 'second' | null>('first');
  const close = () => setShown(null);
  return (
    <>
      <Dialog open={shown === 'first'} onOpenChange={close} title="First">
        <button onClick={() => setShown('second')}>Next</button>
      </Dialog>
      <Dialog open={shown === 'second'} onOpenChange={close} title="Second">
        <div tabIndex={-1} data-autofocus="" onFocus={pressEscape}>
          Here
        </div>
      </Dialog>
    </>
  );
}

test('[SHEET-02] Escape closes a dialog that has just opened, though the one before it is still fading out', async () => {
  render(<TwoDialogs />);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByRole('dialog', { name: 'First' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Second' })).not.toBeInTheDocument();
});

function ThreeButtons() {
  const [open, setOpen] = useState(false);
  const [presses, setPresses] = useState(0);
  return (
    <>
      <button onClick={() => setOpen(true)}>Opener</button>
      <button onClick={() => setPresses((count) => count + 1)}>Pressed {presses} times</button>
      <Dialog open={open} onOpenChange={setOpen} title="Only">
        <button>Inside</button>
      </Dialog>
    </>
  );
}

/** Focuses an element at the moment when the open dialog leaves the page, like a quick person. */
function focusOnceClosed(element: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=dialog]') !== null) return;
    observer.disconnect();
    element.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

test('[LAYOUT-26] a closing dialog does not take the focus from an element that has received it since', async () => {
  render(<ThreeButtons />);
  await page.getByRole('button', { name: 'Opener' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Only' })).toBeVisible();
  focusOnceClosed(document.querySelectorAll('button')[1] as HTMLElement);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Only' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Pressed 1 times' })).toHaveFocus();
});

test('[LAYOUT-29] a dialog whose text scrolls, without any control in it, is scrolled by keys', async () => {
  render(
    <Dialog open onOpenChange={() => undefined} title="Long">
      <style>{'.overflow-y-auto { overflow-y: auto; max-height: 100px }'}</style>
      <p style={{ height: 2000 }}>A long text</p>
    </Dialog>,
  );
  const text = page.getByText('A long text');
  await expect.element(text).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  const part = text.element().parentElement;
  expect(document.activeElement).toBe(part);
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => part?.scrollTop).toBeGreaterThan(50);
});
