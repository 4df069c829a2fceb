import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresConnection } from '@foray/embedded-postgres';
import { copyTestCluster, until } from '@foray/embedded-postgres/testing';
import { PostgresMember } from './postgres-member.ts';

/**
 * A primary and its standbys, which tests kill, freeze, restart and promote. Nodes reach whichever is the
 * primary at one address, as through a virtual one. Only on systems with unix sockets.
 */
export class ReplicatedPostgres {
  /** The address of the primary. */
  readonly connection: PostgresConnection;
  readonly #root: string;
  readonly #current: string;
  readonly #isDurable: boolean;
  #members: readonly PostgresMember[] = [];
  #primary: PostgresMember;

  private constructor(root: string, primary: PostgresMember, isDurable: boolean) {
    this.#root = root;
    this.#isDurable = isDurable;
    this.#current = join(root, 'now');
    this.#primary = primary;
    this.connection = { ...primary.connection, host: join(this.#current, 'socket') };
    this.#lead(primary);
  }

  /** Starts a primary with an empty database `foray`; a durable one costs what an operator's does. */
  static async start(isDurable = false, within = tmpdir()): Promise<ReplicatedPostgres> {
    const root = mkdtempSync(join(within, 'foray-group-'));
    chmodSync(root, 0o711);
    const folder = makeFolder(join(root, '0'));
    await copyTestCluster(join(folder, 'postgres'));
    const group = new ReplicatedPostgres(
      root,
      new PostgresMember(folder, null, isDurable),
      isDurable,
    );
    group.#members = [group.#primary];
    await group.#primary.start();
    return group;
  }

  get primary(): PostgresMember {
    return this.#primary;
  }

  /** Those that follow the primary, in the order in which they were added. */
  get standbys(): readonly PostgresMember[] {
    return this.#members.filter((member) => member !== this.#primary);
  }

  /** Adds standbys, as copies of the primary, which stops for a moment. */
  async addStandbys(count: number): Promise<void> {
    await this.#primary.stop();
    const added = Array.from({ length: count }, (_, index) => {
      const folder = makeFolder(join(this.#root, String(this.#members.length + index)));
      execFileSync('cp', ['-a', this.#primary.cluster, join(folder, 'postgres')]);
      return new PostgresMember(folder, this.connection, this.#isDurable);
    });
    this.#members = [...this.#members, ...added];
    await this.#primary.start();
    for (const member of added) await this.startStandby(member);
  }

  /** Starts a standby, which takes reads only after something that the primary writes into its log now and then. */
  async startStandby(member: PostgresMember): Promise<void> {
    let isThere = false;
    const started = member.start().finally(() => void (isThere = true));
    const wakes = until('a standby', async () => {
      await this.#primary.query('select pg_log_standby_snapshot()');
      return isThere;
    });
    await Promise.all([started, wakes]);
  }

  /**
   * Makes a standby the primary, and moves the address to it. The former primary has to be down, and is not
   * used again; the other standbys follow the new one by themselves, unless they have gone further.
   */
  async promote(standby: PostgresMember): Promise<void> {
    this.#members = this.#members.filter((member) => member !== this.#primary);
    this.#primary = standby;
    await standby.promote();
    this.#lead(standby);
  }

  async stop(): Promise<void> {
    for (const member of this.#members) await member.stop();
    rmSync(this.#root, { recursive: true, force: true });
  }

  #lead(member: PostgresMember): void {
    const aside = `${this.#current}.new`;
    symlinkSync(dirname(member.connection.host), aside);
    renameSync(aside, this.#current);
  }
}

function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o711 });
  return path;
}
