import { mayBeLost, tutorial } from './tutorial.ts';

/** Removes the stored progress, as a kill of the browser may. */
function loseProgress(): void {
  localStorage.removeItem('onboarding-storage');
  window.dispatchEvent(new StorageEvent('storage', { key: 'onboarding-storage' }));
}

const kept = () => JSON.parse(localStorage.getItem('onboarding-storage') ?? '{}').state;

test('[ONB-11] the tutorial’s progress is stored in this browser, under the names of the specification', () => {
  const { complete, goTo, reset, skip } = tutorial;
  reset();
  goTo(2);
  expect(kept()).toEqual({
    hasCompletedOnboarding: false,
    currentStep: 2,
    skippedAt: null,
    completedAt: null,
  });
  complete();
  expect(kept()).toMatchObject({
    hasCompletedOnboarding: true,
    completedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    skippedAt: null,
  });
  reset();
  skip();
  expect(kept()).toMatchObject({
    hasCompletedOnboarding: true,
    skippedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    completedAt: null,
  });
  reset();
  expect(kept()).toEqual({
    hasCompletedOnboarding: false,
    currentStep: 0,
    skippedAt: null,
    completedAt: null,
  });
});

test('progress cleared in another tab is cleared here too, and not written back', () => {
  const { goTo, skip } = tutorial;
  skip();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(tutorial.progress().hasCompletedOnboarding).toBe(false);
  expect(localStorage.getItem('onboarding-storage')).toBeNull();
  goTo(1);
  expect(kept()).toEqual({
    hasCompletedOnboarding: false,
    currentStep: 1,
    skippedAt: null,
    completedAt: null,
  });
  tutorial.reset();
});

test('a tab notified late adopts what the clearing tab has stored since', () => {
  const { reset, skip } = tutorial;
  skip();
  const since = localStorage.getItem('onboarding-storage') ?? '';
  reset();
  localStorage.clear();
  localStorage.setItem('onboarding-storage', since);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(localStorage.getItem('onboarding-storage')).toBe(since);
  expect(tutorial.progress().hasCompletedOnboarding).toBe(true);
  reset();
});

test('a missing completion counts as lost, unless the person has reset the tutorial', () => {
  const { complete, goTo, reset } = tutorial;
  complete();
  expect(mayBeLost()).toBe(false);
  loseProgress();
  expect(mayBeLost()).toBe(true);
  reset();
  goTo(1);
  expect(mayBeLost()).toBe(false);
  complete();
  loseProgress();
  expect(mayBeLost()).toBe(true);
  reset();
});
