// Puts the theme's class on the root element before the first paint. Loaded as a blocking file,
// because the content security policy allows no inline script. The rule is `settings/theme.ts`.
{
  let theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('theme-storage')).state.theme;
  } catch {
    // Nothing kept, or storage refused: the system's theme.
  }
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(dark ? 'dark' : 'light');
  if (dark) {
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#0e1014');
  }
}
// Has the browser open its databases while the scripts arrive; what is in them does not matter here.
try {
  indexedDB.databases().catch(() => undefined);
} catch {
  // A browser without them: the app says so.
}
