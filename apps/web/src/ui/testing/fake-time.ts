import { act } from 'react';
import { onTestFinished, vi } from 'vitest';

const stepMs = 10;

/**
 * Stops the clock until the test ends and returns a function that lets it run on: every 10 ms React may
 * process due work, as it would in real time. Waiting expectations let time pass, too, so read the clock.
 */
export function stopTime(): (ms: number) => Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return async (ms) => {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
    for (let passed = 0; passed <= ms; passed += stepMs) {
      await act(() => vi.advanceTimersByTimeAsync(passed === 0 ? 0 : stepMs));
    }
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  };
}
