// @ts-check
// A setup file of every test file while coverage is gathered. The `meta` of each test says which blocks ran
// in it, which ran before it in the hooks around all tests of the file, and which ran while modules loaded.
// The last belong to no test, since files share modules.
import { afterEach, beforeAll, beforeEach } from 'vitest';

/** More than the number of blocks. */
const most = 1 << 17;

const scope = /** @type {{ forayBlocks?: Uint8Array }} */ (globalThis);
const hits = scope.forayBlocks instanceof Uint8Array ? scope.forayBlocks : new Uint8Array(most);
scope.forayBlocks = hits;
hits.fill(0);

/** The modules of this file, until its first test has reported them. */
let loading = '';

beforeAll(() => {
  loading = takeHits();
});

beforeEach(({ task }) => {
  Object.assign(task.meta, { hitsAround: takeHits(), hitsLoading: loading });
  loading = '';
});

afterEach(({ task }) => {
  Object.assign(task.meta, { hits: takeHits() });
});

/** The blocks that ran since the last call, a bit each, in Base64. */
function takeHits() {
  const bytes = new Uint8Array(Math.ceil((hits.lastIndexOf(1) + 1) / 8));
  for (let at = hits.indexOf(1); at !== -1; at = hits.indexOf(1, at + 1)) {
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  }
  hits.fill(0);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
