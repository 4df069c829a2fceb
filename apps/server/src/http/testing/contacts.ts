import type { TestClient } from './test-client.ts';

/** Each of two imports the number that the other has now. */
export async function importEachOther(one: TestClient, other: TestClient): Promise<void> {
  for (const [importer, { phone }] of [
    [one, (await other.get('/api/me')).body.user],
    [other, (await one.get('/api/me')).body.user],
  ] as const) {
    const answer = await importer.post('/api/contacts/sync', { contacts: [phone] });
    if (answer.status !== 200) throw new Error(`an import answered ${answer.status}`);
  }
}
