import { ok, type Result } from '@foray/domain';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from './button.tsx';
import { LongWait, useWait } from './long-wait.tsx';
import { render } from './testing/render.tsx';

const said = page.getByText('This takes longer than usual.');
const heard = vi.fn();

afterEach(() => {
  vi.useRealTimers();
  heard.mockClear();
});

/** A call that ends when it is answered or given up. */
function Caller({ answer }: { readonly answer: Promise<void> }) {
  const waiting = useWait('goOn');
  const call = (signal: AbortSignal) =>
    new Promise<ReturnType<typeof ok<string>> | { ok: false; error: string }>((resolve) => {
      signal.addEventListener('abort', () => resolve({ ok: false, error: 'no answer' }));
      void answer.then(() => resolve(ok('done')));
    });
  return (
    <>
      <Button onClick={() => void waiting.wait(call).then(heard)}>Call</Button>
      <LongWait {...waiting} />
    </>
  );
}

/** Calls, and lets 10 seconds go by. */
async function callAndWait(answer: Promise<void>): Promise<void> {
  render(<Caller answer={answer} />);
  const button = page.getByRole('button', { name: 'Call' });
  await expect.element(button).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  (button.element() as HTMLElement).click();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said.query()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.element(said).toBeVisible();
}

test('[LOGIN-09] after 10 s of waiting it says that it takes long; Cancel gives the call up', async () => {
  await callAndWait(new Promise(() => undefined));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(said).not.toBeInTheDocument();
  expect(heard).toHaveBeenCalledExactlyOnceWith(null);
});

/** Makes calls that are never answered. */
function Calls({
  onLeave,
  onCall,
}: {
  readonly onLeave: 'giveUp' | 'goOn';
  readonly onCall: (signal: AbortSignal) => void;
}) {
  const { wait, giveUp } = useWait(onLeave);
  const call = () =>
    void wait((signal) => {
      onCall(signal);
      return new Promise<Result<never, never>>(() => undefined);
    });
  return (
    <>
      <Button onClick={call}>Call</Button>
      <Button onClick={giveUp}>Cancel</Button>
    </>
  );
}

test('Cancel gives up every call under way', async () => {
  const calls: AbortSignal[] = [];
  render(<Calls onLeave="goOn" onCall={(signal) => calls.push(signal)} />);
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByRole('button', { name: 'Call' }).click();
  expect(calls.map(({ aborted }) => aborted)).toEqual([false, false]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(calls.map(({ aborted }) => aborted)).toEqual([true, true]);
});

for (const onLeave of ['giveUp', 'goOn'] as const) {
  test(`a call under way when its screen is left: ${onLeave}`, async () => {
    const calls: AbortSignal[] = [];
    function Screen() {
      const [isLeft, setIsLeft] = useState(false);
      return isLeft ? null : (
        <>
          <Calls onLeave={onLeave} onCall={(signal) => calls.push(signal)} />
          <Button onClick={() => setIsLeft(true)}>Leave</Button>
        </>
      );
    }
    render(<Screen />);
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(page.getByRole('button', { name: 'Call' })).not.toBeInTheDocument();
    await expect.poll(() => calls.map(({ aborted }) => aborted)).toEqual([onLeave === 'giveUp']);
  });
}

test('[LOGIN-09] an answer that comes late is taken all the same', async () => {
  let answer = () => {};
  await callAndWait(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  answer();
  await expect.element(said).not.toBeInTheDocument();
  expect(heard).toHaveBeenCalledExactlyOnceWith(ok('done'));
});
