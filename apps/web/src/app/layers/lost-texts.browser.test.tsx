import { useState, type ReactNode } from 'react';
import { page } from 'vitest/browser';
import { Observable, useObservable } from '../../state/observable.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { render } from '../../ui/testing/render.tsx';
import { ScreenBoundary } from '../routing/screen-boundary.tsx';

// React logs each error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

/** A form that breaks when its button is pressed. */
function BreakingForm() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('a bug');
  return (
    <>
      <TextField label="Title" />
      <TextField label="Description" defaultValue="" />
      <Button onClick={() => setIsBroken(true)}>Break</Button>
    </>
  );
}

const typed = page.getByRole('definition');

test.each([
  ['screen', (form: ReactNode) => <ScreenBoundary path="/">{form}</ScreenBoundary>],
  ['layer', (form: ReactNode) => <LayerBoundary>{form}</LayerBoundary>],
] as const)(
  '[DEVICE-02] a %s that breaks shows the text that was typed into it, and nothing else',
  async (_kind, within) => {
    render(
      <>
        <TextField label="Search" defaultValue="not lost" />
        {within(<BreakingForm />)}
      </>,
    );
    await page.getByRole('textbox', { name: 'Title' }).fill('Two thousand words');
    await page.getByRole('button', { name: 'Break' }).click();
    await expect.element(page.getByText('Something went wrong on this screen.')).toBeVisible();
    await expect.element(typed).toHaveTextContent('Two thousand words');
    await expect.element(page.getByRole('term')).toHaveTextContent('Title');
  },
);

test('[DEVICE-02] after leaving the broken screen its texts are gone', async () => {
  const path = new Observable('/');
  function Screens() {
    const shown = useObservable(path);
    return (
      <ScreenBoundary path={shown}>
        {shown === '/' ? <BreakingForm /> : <p>The queue</p>}
      </ScreenBoundary>
    );
  }
  render(<Screens />);
  await page.getByRole('textbox', { name: 'Title' }).fill('Two thousand words');
  await page.getByRole('button', { name: 'Break' }).click();
  await expect.element(typed).toBeVisible();
  path.set('/queue');
  await expect.element(page.getByText('The queue')).toBeVisible();
  await expect.element(typed).not.toBeInTheDocument();
});
