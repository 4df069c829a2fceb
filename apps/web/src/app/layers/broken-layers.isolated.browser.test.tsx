import { page } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { everyKind } from '../../features/sync-status/testing/conflicts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { render } from '../../ui/testing/render.tsx';
import { ConflictLayer } from './conflict-layer.tsx';
import { Notices } from './notices.tsx';
import { OverlayLayers } from './overlay-layers.tsx';
import { closeOverlay, openOverlay } from './overlays.ts';

// React.lazy throws this in place of a layer whose chunk is unreachable.
const { Missing } = vi.hoisted(() => ({
  Missing(): never {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/layer.js');
  },
}));
vi.mock('../../features/search/search-dialog.tsx', () => ({ SearchDialog: Missing }));
vi.mock('../../features/items/create-item-dialog.tsx', () => ({ CreateItemDialog: Missing }));
vi.mock('../../features/sync-status/conflict-dialog.tsx', () => ({ ConflictDialog: Missing }));
vi.mock('../../features/onboarding/celebration.tsx', () => ({ Celebration: Missing }));
vi.mock('../../features/auth/upgrade-dialog.tsx', () => ({ UpgradeDialog: Missing }));
vi.mock('../../ui/layers/dialog-layer.tsx', () => ({ default: Missing }));
vi.mock('../../ui/layers/menu-layer.tsx', () => ({ default: Missing }));

const failure = page.getByRole('alert').filter({ hasText: 'This screen could not be loaded.' });
const close = failure.getByRole('button', { name: 'Close' });
const pageBelow = page.getByText('The page below', { exact: true });

// React logs each error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

/** A page with every layer outside of its screen. */
function open() {
  const setConflictsAside = vi.fn(() => fake.setConflicts([]));
  const closeUpgrade = vi.fn(() => fake.setUpgrade({ kind: 'none' }));
  const fake = fakeClient({ setConflictsAside, closeUpgrade });
  render(
    <ClientProvider client={fake.client}>
      <p>The page below</p>
      <OverlayLayers isBare={false} />
      <ConflictLayer />
      <Notices isInTutorial={false} />
    </ClientProvider>,
  );
  return { ...fake, setConflictsAside };
}

/** Expects the failure over the page, which stays; the failure disappears when it is closed. */
async function expectClosableFailure(): Promise<void> {
  await expect.element(failure.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(pageBelow).toBeVisible();
  await close.click();
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(pageBelow).toBeVisible();
}

test('a layer that cannot be loaded shows an error each time it is opened', async () => {
  open();
  await expect.element(pageBelow).toBeVisible();
  for (const overlay of ['search', 'create', 'search'] as const) {
    openOverlay(overlay);
    await expectClosableFailure();
  }
  closeOverlay();
});

test('the celebration of a sign-in and the upgrade of a guest show their errors too', async () => {
  const { notify, setUpgrade } = open();
  await expect.element(pageBelow).toBeVisible();
  notify({ kind: 'signedIn', wasGuest: true });
  await expectClosableFailure();
  setUpgrade({ kind: 'error' });
  await expectClosableFailure();
});

test('conflicts that cannot be shown are set aside', async () => {
  const { setConflicts, setConflictsAside } = open();
  await expect.element(pageBelow).toBeVisible();
  setConflicts([everyKind.update.conflict]);
  await expectClosableFailure();
  expect(setConflictsAside).toHaveBeenCalledOnce();
});

test('a failing dialog or menu does not break the page or its header', async () => {
  const onOpenChange = vi.fn();
  render(
    <>
      <p>The page below</p>
      <Menu label="More" trigger={<Button>More</Button>} entries={[]} />
      <Dialog open={false} onOpenChange={onOpenChange} title="A question" />
    </>,
  );
  await page.getByRole('button', { name: 'More' }).click();
  await expectClosableFailure();
  await page.getByRole('button', { name: 'More' }).click();
  await expectClosableFailure();

  render(<Dialog open onOpenChange={onOpenChange} title="A question" />);
  await expectClosableFailure();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
