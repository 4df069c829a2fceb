import { ok, type Result } from '@foray/domain';
import { useState } from 'react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../controls/button.tsx';
import { LongWait, useWait } from './long-wait.tsx';
import { render } from '../testing/render.tsx';

const said = page.getByText(/^This takes longer than usual\./);
const onResult = vi.fn();

afterEach(() => {
  vi.useRealTimers();
  onResult.mockClear();
});

/** A call that ends with a response or when it is cancelled. */
function Caller({ answer }: { readonly answer: Promise<void> }) {
  const waiting = useWait('goOn');
  const call = (signal: AbortSignal) =>
    new Promise<ReturnType<typeof ok<string>> | { ok: false; error: string }>((resolve) => {
      signal.addEventListener('abort', () => resolve({ ok: false, error: 'no answer' }));
      void answer.then(() => resolve(ok('done')));
    });
  return (
    <>
      <Button onClick={() => void waiting.wait(call).then(onResult)}>Call</Button>
      <LongWait {...waiting} />
    </>
  );
}

/** Starts a call and advances the clock by 10 seconds. */
async function callAndWait(answer: Promise<void>): Promise<void> {
  render(<Caller answer={answer} />);
  const button = page.getByRole('button', { name: 'Call' });
  await expect.element(button).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  (button.element() as HTMLElement).click();
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said.query()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.element(said).toBeVisible();
}

test('[LOGIN-09] a wait says after 10 s that it takes long, and Cancel aborts the call', async () => {
  await callAndWait(new Promise(() => undefined));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(said).not.toBeInTheDocument();
  expect(onResult).toHaveBeenCalledExactlyOnceWith(null);
});

/** A call whose button stays the same, is disabled, or is removed while it waits. */
function Began({ how }: { readonly how: 'stays' | 'disabled' | 'gone' }) {
  const { isWaiting, wait, giveUp } = useWait('goOn');
  const call = () =>
    void wait(
      (signal) =>
        new Promise<Result<never, 'given up'>>((resolve) => {
          signal.addEventListener('abort', () => resolve({ ok: false, error: 'given up' }));
        }),
    );
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="">
        Screen
      </h1>
      {!(how === 'gone' && isWaiting) && (
        <Button onClick={call} disabled={how === 'disabled' && isWaiting}>
          Call
        </Button>
      )}
      <Button>Other</Button>
      <LongWait isWaiting={isWaiting} giveUp={giveUp} />
    </>
  );
}

for (const [how, use, fallback] of [
  ['stays', 'click', 'Call'],
  ['stays', 'keys', 'Call'],
  ['disabled', 'click', 'Call'],
  ['gone', 'click', 'Screen'],
  ['gone', 'keys', 'Other'],
] as const) {
  test(`[LOGIN-09] after Cancel by ${use}, its button ${how}, the focus is on ${fallback}`, async () => {
    render(<Began how={how} />);
    const call = page.getByRole('button', { name: 'Call' });
    await expect.element(call).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    (call.element() as HTMLElement).focus();
    (call.element() as HTMLElement).click();
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await expect.element(cancel).toBeVisible();
    if (use === 'click') {
      await cancel.click();
    } else {
      (page.getByRole('button', { name: 'Other' }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Tab}');
      await expect.element(cancel).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(said).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.textContent).toBe(fallback);
  });
}

/** Starts calls without a response. */
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

test('Cancel aborts every call in progress', async () => {
  const calls: AbortSignal[] = [];
  render(<Calls onLeave="goOn" onCall={(signal) => calls.push(signal)} />);
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByRole('button', { name: 'Call' }).click();
  expect(calls.map(({ aborted }) => aborted)).toEqual([false, false]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(calls.map(({ aborted }) => aborted)).toEqual([true, true]);
});

for (const onLeave of ['giveUp', 'goOn'] as const) {
  test(`a call in progress when its screen is left: ${onLeave}`, async () => {
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

test('[LOGIN-09] a late response is still used', async () => {
  let answer = () => {};
  await callAndWait(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  answer();
  await expect.element(said).not.toBeInTheDocument();
  expect(onResult).toHaveBeenCalledExactlyOnceWith(ok('done'));
});
