import { startTcpFront } from '../../testing/tcp-front.ts';
import type { TcpFront } from '../../testing/tcp-front.ts';

/** Starts one address in front of several nodes of this machine, which take turns at its connections. */
export function startFront(urls: readonly string[]): Promise<TcpFront> {
  const ports = urls.map((url) => Number(new URL(url).port));
  let turn = 0;
  return startTcpFront(() => {
    turn += 1;
    return ports[turn % ports.length] ?? null;
  });
}
