import type { LocalChange, ReadTransaction } from '@foray/sync';
import type { OpenReplica } from '@foray/web/open-replica';
import { withOwn } from './device-mutants.ts';
import type { Mutant } from './mutant.ts';
import type { NamedMutant } from './named-mutant.ts';
import type { Replica, ReplicaOpener } from './replica-world.ts';

type Source = Parameters<ReplicaOpener>[0];
type Hear = Parameters<Parameters<ReplicaOpener>[2]['openChannel']>[1];

/** Rows that a tab missed are not read. */
const gapNotRead = (): Mutant => ({
  replica:
    (open) =>
    (source, ...rest) =>
      open(reading(source, { itemsNewerThan: async () => [] }), ...rest),
});

/** What was erased in a gap is taken to be held still. */
const erasedInGap = (): Mutant => ({
  replica:
    (open) =>
    (source, ...rest) => {
      const shown: { opened: OpenReplica | null } = { opened: null };
      const itemIds = async (): Promise<readonly number[]> =>
        [...(shown.opened?.replica.rows() ?? [])].map(({ id }) => id);
      shown.opened = open(reading(source, { itemIds }), ...rest);
      return shown.opened;
    },
});

/** A removal is remembered as old as the row that it removes, and so is a reading: late rows come back. */
const removalsForgotten = (): Mutant => ({
  replica:
    (open) =>
    (source, name, ports, ...rest) => {
      const shown: { opened: OpenReplica | null } = { opened: null };
      const openChannel = hearing(ports, (hear) => (change) => {
        hear(change);
        shown.opened?.replica.apply(change.rows);
      });
      const opened = open(source, name, { ...ports, openChannel }, ...rest);
      shown.opened = opened;
      const { replica } = opened;
      const apply = replica.applyUntold.bind(replica);
      replica.applyUntold = (rows, gone) => {
        apply(rows);
        for (const { uuid } of gone ?? []) {
          apply([], [{ uuid, localSeq: replica.row(uuid)?._localVersion ?? -1 }]);
        }
      };
      return opened;
    },
});

/** What is heard while the store is read is taken to be read. */
const heardWhileLoading = (): Mutant => ({
  replica: (open) => (source, name, ports, onChange, sizes) => {
    let isLoaded = false;
    const openChannel = hearing(ports, (hear) => (change) => {
      if (isLoaded) hear(change);
      else onChange(change);
    });
    const opened = open(source, name, { ...ports, openChannel }, onChange, sizes);
    void opened.loaded.then(() => void (isLoaded = true));
    return opened;
  },
});

/** A tab goes on listening for the account that it showed before. */
const formerAccountHeard = (): Mutant => ({
  replica: (open) => {
    let latest: Hear = () => undefined;
    return (source, name, ports, ...rest) => {
      const openChannel = (of: string, hear: Hear) => {
        latest = hear;
        const { send } = ports.openChannel(of, (change) => latest(change));
        return { send, close: () => undefined };
      };
      return open(source, name, { ...ports, openChannel }, ...rest);
    };
  },
});

/** Children stay as they are shown until an item is made or goes: a move is neither. */
const movesNotShown = (): Mutant => ({
  replica: showing((replica) => {
    const childrenOf = replica.children.bind(replica);
    const known = new Map<string, { readonly rows: number; readonly uuids: readonly string[] }>();
    replica.children = (uuid) => {
      const rows = [...replica.rows()].length;
      const before = known.get(uuid);
      if (before?.rows === rows) return before.uuids;
      const uuids = childrenOf(uuid);
      known.set(uuid, { rows, uuids });
      return uuids;
    };
  }),
});

/** The last part of a change is taken for all of it. */
const lastPartIsAll = (): Mutant => ({
  replica:
    (open) =>
    (source, name, ports, ...rest) => {
      const openChannel = hearing(
        ports,
        (hear) =>
          ({ part: _, ...change }) =>
            hear(change),
      );
      return open(source, name, { ...ports, openChannel }, ...rest);
    },
});

/** A tab that is looked at again does not read what it missed. */
const notReadAgain = (): Mutant => ({
  replica:
    (open) =>
    (...all) => ({ ...open(...all), catchUp: async () => undefined }),
});

/** With something done to each replica that is opened. */
function showing(mutate: (replica: Replica) => void): (open: ReplicaOpener) => ReplicaOpener {
  return (open) =>
    (...all) => {
      const opened = open(...all);
      mutate(opened.replica);
      return opened;
    };
}

/** The channel with something between it and who listens. */
function hearing(
  { openChannel }: Parameters<ReplicaOpener>[2],
  change: (hear: Hear) => (change: Parameters<Hear>[0] & LocalChange) => void,
): typeof openChannel {
  return (name, hear) => openChannel(name, change(hear));
}

/** The source with some methods of its transactions changed. */
function reading(source: Source, change: Partial<ReadTransaction>): Source {
  return {
    read: (work) => source.read((tx) => work(withOwn(tx, change))),
    newestItems: (list, limit) => source.newestItems(list, limit),
    eachItem: (rows, chunk) => source.eachItem(rows, chunk),
  };
}

/** Without one of these, a tab shows something else than is stored. */
export const replicaMutants: readonly NamedMutant[] = [
  { name: 'gap not read', breaks: 'I25', mutant: gapNotRead },
  { name: 'erased in a gap', breaks: 'I25', mutant: erasedInGap },
  {
    name: 'removals forgotten',
    breaks: 'I25',
    faults: ['twoRunners'],
    steps: ['create', 'runAll', 'delete', 'runAll', 'runAll'],
    mutant: removalsForgotten,
  },
  {
    name: 'heard while loading',
    breaks: 'I25',
    seed: 53,
    faults: ['tabClosed'],
    steps: ['create', 'tabClosed', 'edit', 'runAll'],
    mutant: heardWhileLoading,
  },
  { name: 'former account heard', breaks: 'I25', mutant: formerAccountHeard },
  { name: 'moves not shown', breaks: 'I25', mutant: movesNotShown },
  { name: 'last part is all', breaks: 'I25', mutant: lastPartIsAll },
  { name: 'not read again', breaks: 'I25', mutant: notReadAgain },
];
