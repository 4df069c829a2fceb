import { HeardPlaces } from './heard-places.ts';

const keptMs = 1_000;
const [annId, bobId] = [1001, 1002];

function heardPlaces(): HeardPlaces {
  vi.useFakeTimers();
  const places = new HeardPlaces(keptMs);
  onTestFinished(() => {
    places.close();
    vi.useRealTimers();
  });
  return places;
}

test('[SCALE-01] the newest place of a user is kept for the time of a proof at least, and not for ever', () => {
  const places = heardPlaces();
  vi.advanceTimersByTime(keptMs - 1);
  places.hear(annId, { run: 'a', head: 5 });
  places.hear(annId, { run: 'a', head: 4 });
  expect(places.of(annId)).toEqual([{ run: 'a', head: 5 }]);
  expect(places.of(bobId)).toEqual([]);
  vi.advanceTimersByTime(keptMs);
  expect(places.of(annId)).toEqual([{ run: 'a', head: 5 }]);
  places.hear(annId, { run: 'b', head: 2 });
  expect(places.of(annId)).toEqual([
    { run: 'a', head: 5 },
    { run: 'b', head: 2 },
  ]);
  vi.advanceTimersByTime(2 * keptMs);
  expect(places.of(annId)).toEqual([]);
});

test('[SCALE-01] a move to a place that was not named is a place that no standby has', () => {
  const places = heardPlaces();
  places.hear(annId, { run: 'a', head: 5 });
  places.hear(annId, null);
  const [place] = places.of(annId);
  expect([place?.run === 'a', (place?.head ?? 0) > 0]).toEqual([false, true]);
  // Not even a later one that was named says where that was.
  places.hear(annId, { run: 'a', head: 6 });
  expect([places.isUncertain(annId), places.isUncertain(bobId)]).toEqual([true, false]);
});
