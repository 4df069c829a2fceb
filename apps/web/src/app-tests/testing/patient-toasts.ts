// In real time a toast stays for 30 s instead of 5, so that a slow machine can press its action in time
// (decision 0060). The tests of the 5 s stop the clock, which replaces this time.
const { setTimeout } = window;
const patient = (work: () => void, ms = 0) => setTimeout(work, ms === 5_000 ? 30_000 : ms);
window.setTimeout = patient as typeof window.setTimeout;

export {};
