import { startTcpFront } from './tcp-front.ts';

/** One address in front of nodes that are started and stopped. */
export interface Balancer {
  readonly url: string;
  /** From now on new connections reach the server at this address, and existing ones end; null for none. */
  switchTo(url: string | null): void;
  close(): Promise<void>;
}

/** Starts one in front of the server at an address of this machine. */
export async function startBalancer(first: string): Promise<Balancer> {
  let port: number | null = Number(new URL(first).port);
  const { url, cut, close } = await startTcpFront(() => port);
  return {
    url,
    switchTo(next) {
      port = next === null ? null : Number(new URL(next).port);
      cut();
    },
    close,
  };
}
