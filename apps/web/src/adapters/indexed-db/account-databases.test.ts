import { listAccountDatabases } from './account-databases.ts';
import { IndexedDbStores } from './indexed-db-store.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));

const refusing = {
  get: () => {
    throw new DOMException('forbidden', 'SecurityError');
  },
};

test.each([
  ['has none', { value: undefined }],
  ['names none', { value: null }],
  ['refuses to name it', refusing],
])(
  'in a browser that %s there are no accounts, and opening one fails with a named error',
  async (_, found) => {
    Object.defineProperty(globalThis, 'indexedDB', { ...found, configurable: true });
    expect(await listAccountDatabases()).toEqual([]);
    const stores = new IndexedDbStores({ onUnreadable: () => {}, onBlocked: () => {} });
    expect(await stores.open(0)).toMatchObject({ error: { code: 'unavailable' } });
  },
);
