import { Gauge } from 'prom-client';
import { ownBuild } from '../../config/build-commit.ts';

/** The sources of the gauges, read along with the metrics. */
export interface NodePorts {
  readonly streams: { count(): number };
  /** Null if the node does not receive announcements by other nodes. */
  readonly heads: { isHearing(): boolean } | null;
  /** The check of /readyz. */
  readonly isReady: () => Promise<boolean>;
}

/** The build and the current state of a node. */
export function createNodeGauges({ streams, heads, isReady }: NodePorts) {
  const build = new Gauge({
    name: 'foray_build_info',
    help: '1, with the versions of Foray and of Node, and the commit of the build',
    labelNames: ['version', 'commit', 'node'],
    registers: [],
  });
  const { version, build: commit } = ownBuild;
  build.set({ version, commit, node: process.version }, 1);
  const open = new Gauge({
    name: 'foray_event_streams',
    help: 'Open event streams',
    registers: [],
    collect() {
      this.set(streams.count());
    },
  });
  const hearing = new Gauge({
    name: 'foray_listen_hearing',
    help: '1 while announcements of other nodes are heard, else 0',
    registers: [],
    collect() {
      this.set(heads?.isHearing() === true ? 1 : 0);
    },
  });
  const ready = new Gauge({
    name: 'foray_ready',
    help: '1 while /readyz says that the node is ready, else 0',
    registers: [],
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
  return [build, open, ready, hearing];
}
