import { readNodes, signEveryMs } from '../db/upkeep/node-signs.ts';
import type { RunningNode, SeenNode } from '../db/upkeep/node-signs.ts';
import type { Connection } from '../db/tables/schema.ts';
import type { Finding } from './finding.ts';

/** A node that has missed three signs. */
const silentAfterMs = 3 * signEveryMs;
const unseen = 'Nodes of the release 0.4.0 and earlier ones are not seen.';

/**
 * The versions of the nodes on this database, compared with this one, and the nodes that have fallen silent.
 * A database in the data folder has a single node, so one that is silent there has been followed by others.
 */
export async function checkNodes(
  db: Connection,
  own: Omit<RunningNode, 'id'>,
  isEmbedded: boolean,
): Promise<Finding> {
  const nodes = await readNodes(db);
  const running = nodes.filter(({ silentMs }) => silentMs <= silentAfterMs);
  const silent = isEmbedded ? [] : nodes.filter(({ silentMs }) => silentMs > silentAfterMs);
  const counts = new Map<string, number>();
  for (const node of running) {
    const name = describe(node, own);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const groups = [...counts].map(([name, count]) => `${count} of ${name}`).join(', ');
  const isMixed = [...counts.keys()].some((name) => name !== describe(own, own)) || counts.size > 1;
  const sentences = [
    groups === '' ? 'No node has noted that it runs.' : `Nodes that run: ${groups}.`,
    ...(isMixed ? ['Two versions side by side are meant for the time of an upgrade.'] : []),
    ...silent.map(describeSilent),
    unseen,
  ];
  const level = silent.length > 0 ? 'warn' : isMixed ? 'note' : 'ok';
  return { check: 'nodes', level, setting: null, text: sentences.join(' ') };
}

type Build = Pick<RunningNode, 'version' | 'build'>;

function describe({ version, build }: Build, own: Build): string {
  const name = `${version} (${build})`;
  if (version === own.version) {
    return build === own.build ? `this version ${name}` : `another build of this version ${name}`;
  }
  return `the ${isOlder(version, own.version) ? 'older' : 'newer'} version ${name}`;
}

function isOlder(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  const index = (ones ?? []).findIndex((part, place) => part !== others?.[place]);
  return (ones?.[index] ?? 0) < (others?.[index] ?? 0);
}

function describeSilent({ version, build, startedAt, silentMs }: SeenNode): string {
  const minutes = Math.round(silentMs / 60_000);
  return `A node of ${version} (${build}), started at ${startedAt}, gave its last sign ${minutes} minutes ago: it ended without being stopped, or does not reach the database.`;
}
