import type { LoadResult, Phase } from './run-load.ts';
import { useBetween, type ServerUse } from './server-use.ts';

/**
 * One measurement during a run: the server's use so far, and this process's, in milliseconds of processor
 * time.
 */
export interface LoadSample {
  readonly server: ServerUse;
  readonly toolCpuMs: number;
}

/** Above this share, the devices' measurements say as much about this process as about the server. */
const busyShare = 0.7;
/** The maximum number of statement kinds printed. */
const kindsMost = 25;

/** A phase of a run, line by line; `devices` is their number. */
export function phaseLines(
  { name, elapsedMs, measurements, before, after }: Phase<LoadSample>,
  devices: number,
): readonly string[] {
  const latencies = measurements.latencies();
  const calls = latencies.reduce((sum, latency) => sum + latency.calls, 0);
  const seconds = elapsedMs / 1_000;
  const use = useBetween(before.server, after.server);
  const statements = [...use.statements].toSorted((a, b) => b[1] - a[1]);
  const sent = statements.reduce((sum, [, count]) => sum + count, 0);
  const each = (ms: number | null, unit: string, count: number): string =>
    ms === null ? 'not known' : `${figure(ms / Math.max(1, count))} ${unit}`;
  const deviceMinutes = (devices * seconds) / 60;
  const toolMs = after.toolCpuMs - before.toolCpuMs;
  const share = toolMs / elapsedMs;
  return [
    '',
    `${name}: ${seconds.toFixed(1)} s, ${calls} calls, ${figure(calls / seconds)} a second`,
    ...(latencies.length > 0 ? [row('', ['calls', 'p50 ms', 'p95 ms', 'p99 ms'])] : []),
    ...latencies.map((one) =>
      row(one.operation, [
        String(one.calls),
        ...[one.p50Ms, one.p95Ms, one.p99Ms].map((ms) => ms.toFixed(1)),
      ]),
    ),
    ...[...measurements.errors()].map(([code, count]) => `  error ${code}: ${count}`),
    `  node       ${cpu(use.nodeCpuMs, elapsedMs)}; for each call ${each(use.nodeCpuMs, 'ms', calls)}, for each minute of a device ${each(use.nodeCpuMs, 'ms', deviceMinutes)}`,
    `  PostgreSQL ${cpu(use.postgresCpuMs, elapsedMs)}; for each call ${each(use.postgresCpuMs, 'ms', calls)}, for each minute of a device ${each(use.postgresCpuMs, 'ms', deviceMinutes)}`,
    ...(use.standbysCpuMs === null
      ? []
      : [
          `  standbys   ${cpu(use.standbysCpuMs, elapsedMs)}; for each call ${each(use.standbysCpuMs, 'ms', calls)}, for each minute of a device ${each(use.standbysCpuMs, 'ms', deviceMinutes)}`,
        ]),
    `  this tool  ${cpu(toolMs, elapsedMs)}${share > busyShare ? ': TOO BUSY, the latencies above are partly its own; fewer devices, or a longer --every' : ''}`,
    ...(use.residentBytes === null
      ? []
      : [
          `  memory of the node ${megabytes(use.residentBytes)}; connections ${use.openConnections ?? 'not known'}`,
        ]),
    ...(use.bytesReceived === null || use.bytesSent === null
      ? []
      : [
          `  over HTTP ${megabytes(use.bytesReceived)} received, ${megabytes(use.bytesSent)} sent; for each call ${figure(use.bytesReceived / calls)} and ${figure(use.bytesSent / calls)} bytes`,
        ]),
    ...(sent === 0 ? [] : [`  statements ${sent}, ${figure(sent / calls)} for each call:`]),
    ...statements.slice(0, kindsMost).map(([kind, count]) => row(kind, [String(count)])),
  ];
}

/** The end of the run, line by line. */
export function endLines(
  { people, acknowledged, faults }: LoadResult<LoadSample>,
  devices: number,
): readonly string[] {
  const shown = faults.slice(0, 50);
  return [
    '',
    ...shown,
    ...(faults.length > shown.length ? [`… and ${faults.length - shown.length} more`] : []),
    faults.length === 0
      ? `${acknowledged} acknowledged changes of ${devices} devices of ${people} people: none lost, none doubled`
      : `${acknowledged} acknowledged changes, ${faults.length} faults`,
  ];
}

function cpu(ms: number | null, elapsedMs: number): string {
  if (ms === null) return 'not known';
  return `${(ms / 1_000).toFixed(1)} s of processor time, ${((100 * ms) / elapsedMs).toFixed(0)} % of a core`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function row(name: string, figures: readonly string[]): string {
  return `  ${name.padEnd(44)}${figures.map((text) => text.padStart(10)).join('')}`;
}
