import { cdp, page } from 'vitest/browser';
import { render } from '../../ui/testing/render.tsx';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { timeAt, useNow } from './now.ts';
import { useToday } from './today.ts';

function Moment() {
  const now = timeAt(useNow());
  return (
    <p role="status">
      {useToday()} {now}
    </p>
  );
}

const shown = page.getByRole('status');

async function setZone(timezoneId: string): Promise<void> {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
}

test('[DAY-07] the current day and minute follow midnight, waking from sleep and a new time zone within 2 s', async () => {
  await setZone('Europe/Berlin');
  onTestFinished(() => setZone(''));
  const pass = stopTime();
  vi.setSystemTime(new Date('2026-11-29T22:59:58Z'));
  render(<Moment />);
  await expect.element(shown).toHaveTextContent('2026-11-29 23:59');
  await pass(3000);
  await expect.element(shown).toHaveTextContent('2026-11-30 00:00');

  // During sleep no timer runs, and the clock has moved on.
  vi.setSystemTime(new Date('2026-12-01T06:30:00Z'));
  await pass(1000);
  await expect.element(shown).toHaveTextContent('2026-12-01 07:30');

  await setZone('Pacific/Honolulu');
  await pass(1000);
  await expect.element(shown).toHaveTextContent('2026-11-30 20:30');
});
