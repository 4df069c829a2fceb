import { useState } from 'react';
import type { FocusEvent } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { render } from './testing/render.tsx';

/** As somebody who presses Escape before the dialog is there in full. */
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

test('[SHEET-02] Escape closes what has just opened, though the dialog before it is still on its way out', async () => {
  render(<TwoDialogs />);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByRole('dialog', { name: 'First' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Second' })).not.toBeInTheDocument();
});
