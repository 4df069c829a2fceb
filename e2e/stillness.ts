import type { TestPerson } from './person.ts';

/** Waits until nothing moves except endless animations. */
export async function stillness({ page }: TestPerson): Promise<void> {
  await page.evaluate(async () => {
    // Its first frame starts new animations.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const endings = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished);
    await Promise.allSettled(endings);
  });
}
