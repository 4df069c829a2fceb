/**
 * A script for pages, to be there before the app: what the app lets go by after `fromMs` takes `toMs`,
 * so that a slow test does not miss it (decision 0060).
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
