// Puts the theme's class on the root element before the first paint. Loaded as a blocking file,
// because the content security policy allows no inline script. The rule is `settings/theme.ts`.
(function () {
  var theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('theme-storage')).state.theme;
  } catch {
    // Nothing kept, or storage refused: the system's theme.
  }
  var dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(dark ? 'dark' : 'light');
  if (dark) {
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#0e1014');
  }
})();
