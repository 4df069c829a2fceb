/**
 * A script that runs in pages before the app: timers with a delay of `fromMs` get one of `toMs`, so that a
 * slow test does not miss their effects (decision 0060).
 */
export function stretchTimer({
  fromMs,
  toMs,
}: {
  readonly fromMs: number;
  readonly toMs: number;
}): void {
  const { setTimeout: real } = window;
  const patient = (run: () => void, delayMs = 0) => real(run, delayMs === fromMs ? toMs : delayMs);
  window.setTimeout = patient as typeof window.setTimeout;
}
