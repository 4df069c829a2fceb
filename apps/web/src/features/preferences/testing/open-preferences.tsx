import { ok } from '@foray/domain';
import { ClientProvider, type ClientActions } from '../../../replica/index.ts';
import { fakeClient, type FakeClient } from '../../../replica/testing/fake-client.ts';
import { render } from '../../../ui/testing/render.tsx';
import { PreferencesScreen } from '../preferences-screen.tsx';

const emptyTrash = { items: [], isComplete: true, hasMore: false };

/** Shows Preferences to a guest without items who is the only user of the browser; `actions` change that. */
export function openPreferences(actions: Partial<ClientActions> = {}): FakeClient {
  const fake = fakeClient({
    listTrash: async () => emptyTrash,
    fetchTrash: async () => ok(undefined),
    listSessions: async () => ok({ data: [] }),
    unsentCount: async () => 0,
    unsentOfOthers: async () => 0,
    isPushOn: () => false,
    ...actions,
  });
  render(
    <ClientProvider client={fake.client}>
      <PreferencesScreen />
    </ClientProvider>,
  );
  return fake;
}
