import { useState } from 'react';
import { page, userEvent } from 'vitest/browser';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { render } from '../../ui/testing/render.tsx';
import { Celebration } from './celebration.tsx';

function Scene({ onPress }: { readonly onPress: () => void }) {
  const [isCelebrating, setIsCelebrating] = useState(true);
  return (
    <>
      <style>{'.fixed { position: fixed } .inset-0 { inset: 0 }'}</style>
      <button type="button" className="fixed inset-0" onClick={onPress}>
        Behind
      </button>
      {isCelebrating && <Celebration onDone={() => setIsCelebrating(false)} />}
    </>
  );
}

const pointerEvents = () =>
  document.querySelector<HTMLElement>('[data-celebration]')?.style.pointerEvents;

const ways = {
  Enter: () => userEvent.keyboard('{Enter}'),
  'the space key': () => userEvent.keyboard(' '),
  'a press': () => userEvent.click(document.body, { position: { x: 5, y: 5 } }),
};

for (const [way, end] of Object.entries(ways))
  test(`[ONB-10] ${way} ends the celebration and does nothing on the page behind it`, async () => {
    const onPress = vi.fn();
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey);
    onTestFinished(() => document.removeEventListener('keydown', onKey));
    render(<Scene onPress={onPress} />);
    const celebration = page.getByRole('status');
    await expect.element(celebration).toBeVisible();
    await expect.poll(() => pointerEvents()).toBe('auto');
    document.querySelector('button')?.focus();
    await end();
    await expect.element(celebration).not.toBeInTheDocument();
    expect(onPress).not.toHaveBeenCalled();
    expect(onKey).not.toHaveBeenCalled();
    await end();
    expect(onPress).toHaveBeenCalledOnce();
  });

test('[ONB-10] a press that begins as the celebration appears acts on the page behind it and ends the celebration', async () => {
  const onPress = vi.fn();
  stopTime();
  render(<Scene onPress={onPress} />);
  await expect.element(page.getByRole('status')).toBeVisible();
  expect(pointerEvents()).toBe('none');
  await userEvent.click(document.body, { position: { x: 5, y: 5 } });
  expect(onPress).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

test('[ONB-10] the celebration completes after 2 s', async () => {
  const onDone = vi.fn();
  const pass = stopTime();
  render(<Celebration onDone={onDone} />);
  await pass(1950);
  expect(onDone).not.toHaveBeenCalled();
  await pass(100);
  expect(onDone).toHaveBeenCalledOnce();
});
