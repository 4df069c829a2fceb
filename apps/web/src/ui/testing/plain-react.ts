// React's development build notes for each element where it was made, and reports each rendering to the
// browser's profiler. No test reads either, and both together took a fifth of the time of the browser tests.
// React looks for these functions when it loads; warnings still name their component.
Object.assign(console, { createTask: undefined, timeStamp: undefined });

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const react: Record<string, unknown> = await import('react');
// Above a limit, which React resets each second, it notes no places.
Object.defineProperty(react[internals], 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
});

export {};
