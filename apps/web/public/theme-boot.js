// Runs before the first paint. Loaded as a blocking file, because the content security policy allows no
// inline script.
{
  // Nothing is stored at a first visit, which begins with the tutorial; `main.tsx` looks for the class.
  let isNew = false;
  const stored = (name) => {
    try {
      isNew = !localStorage.length && location.pathname !== '/login';
      return JSON.parse(localStorage.getItem(name + '-storage')).state;
    } catch {
      // Nothing kept, or storage refused.
      return {};
    }
  };
  // The theme's class on the root element; the rule is `settings/theme.ts`.
  const { theme } = stored('theme');
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme:dark)').matches);
  document.documentElement.className = (dark ? 'dark' : 'light') + (isNew ? ' new' : '');
  if (dark) document.querySelector('[name=theme-color]').content = '#0e1014';
  // The start screen, when the app is opened and not when Home is; the choice is `settings/start-screen.ts`.
  const { path } = stored('start');
  // Once the app has run in an entry of the history, the entry has a state.
  if (path && !history.state && location.pathname + location.search === '/') {
    history.replaceState(null, '', path);
  }
}
// Has the browser open its databases while the scripts arrive; what is in them does not matter here.
try {
  indexedDB.databases().catch(() => {});
} catch {
  // A browser without them: the app says so.
}
