import { createItems, predictItem } from '@foray/sync';
import type { LocalItem, NewItem, NewItems } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import type { UndoableRun, ItemOutcome, PredictionState } from './item-changes.ts';

/** Creates items, which are shown before they are stored. */
export function newItemActions(
  { session }: AccountManager,
  ports: Pick<ClientPorts, 'ids' | 'askToPersist'>,
  act: UndoableRun,
  shown: PredictionState,
) {
  function predictNew(item: NewItem & { readonly uuid: string }): LocalItem | null {
    const current = session.get();
    return predictItem(item, shown.row(item.parent_uuid ?? ''), {
      // A link with this number leads to the item as long as the page is open.
      id: shown.newId(),
      uuid: item.uuid,
      userId: current.kind === 'user' ? current.user.id : undefined,
      at: shown.now(),
    });
  }

  let hasAskedToPersist = false;
  async function makeAll(inputs: NewItems): ItemOutcome {
    const named = (input: NewItem) => ({ ...input, uuid: input.uuid ?? ports.ids.uuid() });
    const [first, ...others] = inputs;
    const items = [named(first), ...others.map(named)] as const;
    const made = await act((device) => createItems(device, items), items.map(predictNew));
    if (made.ok && !hasAskedToPersist) {
      hasAskedToPersist = true;
      void ports.askToPersist();
    }
    return made;
  }

  return {
    createItem: (input: NewItem): ItemOutcome => makeAll([input]),
    /** Creates several items in one write, in their order; all of them or none. */
    createItems: makeAll,
  };
}
