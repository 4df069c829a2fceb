import { setStartPath } from './start-screen.ts';

/** Goes to an address as a new visit, or within one, without telling the app. */
function visit(address: string, state: object | null = null): void {
  History.prototype.replaceState.call(history, state, '', address);
}

/** Runs the file that `index.html` loads before all others, and returns the address after it. */
async function boot(): Promise<string> {
  const file = await fetch(new URL('../../public/theme-boot.js', import.meta.url));
  const script = document.createElement('script');
  script.textContent = await file.text();
  document.head.append(script);
  script.remove();
  return location.pathname + location.search;
}

const before = { address: location.pathname + location.search, state: history.state };
afterEach(() => {
  setStartPath('/');
  localStorage.removeItem('start-storage');
  visit(before.address, before.state);
});

test('[PREF-10] before the first paint the start screen replaces Home, when the app is opened', async () => {
  visit('/');
  expect(await boot()).toBe('/');
  setStartPath('/today');
  expect(await boot()).toBe('/today');
  setStartPath('/');
  visit('/');
  expect(await boot()).toBe('/');
});

test('[PREF-10] Home stays where the app has run already, and so does every other page', async () => {
  setStartPath('/today');
  visit('/', { depth: 2 });
  expect(await boot()).toBe('/');
  visit('/queue');
  expect(await boot()).toBe('/queue');
  visit('/?item=1');
  expect(await boot()).toBe('/?item=1');
});
