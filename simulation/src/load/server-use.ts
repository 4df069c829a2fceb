/** The server's use since its start; null or empty if it does not report it. */
export interface ServerUse {
  /** Processor time of the node, in milliseconds. */
  readonly nodeCpuMs: number | null;
  /** Processor time of PostgreSQL with all its processes, in milliseconds. */
  readonly postgresCpuMs: number | null;
  /** The same of all standbys together; null without standbys. */
  readonly standbysCpuMs: number | null;
  /** Memory of the node's process. */
  readonly residentBytes: number | null;
  readonly statements: ReadonlyMap<string, number>;
  /** Over HTTP connections, headers included. */
  readonly bytesReceived: number | null;
  readonly bytesSent: number | null;
  readonly openConnections: number | null;
}

/** The use between two readings; memory and connections are those at the end. */
export function useBetween(before: ServerUse, after: ServerUse): ServerUse {
  const grown = (
    key: 'nodeCpuMs' | 'postgresCpuMs' | 'standbysCpuMs' | 'bytesReceived' | 'bytesSent',
  ) => {
    const [from, to] = [before[key], after[key]];
    return from === null || to === null ? null : to - from;
  };
  const statements = [...after.statements].map(
    ([kind, count]) => [kind, count - (before.statements.get(kind) ?? 0)] as const,
  );
  return {
    nodeCpuMs: grown('nodeCpuMs'),
    postgresCpuMs: grown('postgresCpuMs'),
    standbysCpuMs: grown('standbysCpuMs'),
    bytesReceived: grown('bytesReceived'),
    bytesSent: grown('bytesSent'),
    residentBytes: after.residentBytes,
    openConnections: after.openConnections,
    statements: new Map(statements.filter(([, count]) => count > 0)),
  };
}

/**
 * The numbers that a server running elsewhere reports about its node at /metrics, to callers with its token.
 */
export async function lookAtMetrics(url: string, token: string | undefined): Promise<ServerUse> {
  const text = token === undefined ? '' : await metricsOf(url, token);
  const valueOf = (name: string): number | null => {
    const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const seconds = valueOf('process_cpu_seconds_total');
  return {
    nodeCpuMs: seconds === null ? null : seconds * 1_000,
    postgresCpuMs: null,
    standbysCpuMs: null,
    residentBytes: valueOf('process_resident_memory_bytes'),
    statements: new Map(),
    bytesReceived: null,
    bytesSent: null,
    openConnections: null,
  };
}

async function metricsOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: is METRICS_TOKEN right?`);
  return answer.text();
}
