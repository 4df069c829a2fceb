import { headerNames } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { openDatabase, type Database } from '../../db/pool/database.ts';
import { migrate } from '../../db/upkeep/migrate.ts';
import { RestorablePostgres } from '../../db/testing/restorable-postgres.ts';
import { buildTestApp } from '../../http/testing/test-app.ts';
import { codeOf } from '../../http/testing/test-client.ts';
import { RestoredDevice } from './device.ts';
import type { LossMethod } from './way.ts';

/** A database user who may only read and write the tables. */
export const plainRole = 'plain';

/** Two nodes that keep running while their database is restored. */
export class RestoreScene {
  readonly postgres: RestorablePostgres;
  readonly #opened: Database[] = [];
  readonly #apps: FastifyInstance[] = [];
  #nodes: readonly FastifyInstance[] = [];

  private constructor(postgres: RestorablePostgres) {
    this.postgres = postgres;
  }

  /** Starts everything; call `stop` in `afterAll`. */
  static async start(): Promise<RestoreScene> {
    const scene = new RestoreScene(await RestorablePostgres.create());
    await migrate(scene.#open());
    await scene.postgres.query(`create role ${plainRole} login`);
    await scene.grant();
    scene.#nodes = [await scene.startNode(), await scene.startNode(plainRole)];
    return scene;
  }

  /** The two nodes that run all the time; the second is a plain user of the database. */
  get nodes(): readonly [FastifyInstance, FastifyInstance] {
    const [first, second] = this.#nodes;
    if (first === undefined || second === undefined) throw new Error('the nodes have not started');
    return [first, second];
  }

  /** The last step of an operator who restores as another user. */
  async grant(): Promise<void> {
    await this.postgres.query(`
      grant select, insert, update, delete on all tables in schema public to ${plainRole};
      grant usage on all sequences in schema public to ${plainRole};`);
  }

  /** Starts another node. */
  async startNode(user?: string): Promise<FastifyInstance> {
    const app = await buildTestApp({ database: this.#open(user) });
    this.#apps.push(app);
    return app;
  }

  /** An operator's session, in `foray` or another database. */
  async withClient<T>(
    work: (client: pg.Client) => Promise<T>,
    database = this.postgres.connection.database,
  ): Promise<T> {
    const client = new pg.Client({ ...this.postgres.connection, database });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async countRuns(): Promise<number> {
    const { rows } = await this.postgres.query('select id from runs');
    return rows.length;
  }

  /**
   * Ada received more than the backup has, and so did Eve, whose other device then overtakes it. Bob received
   * no more.
   */
  async loseAndFind(way: LossMethod): Promise<void> {
    const [first, second] = this.nodes;
    await way.prepare?.();
    const ada = await RestoredDevice.signIn(first);
    const eve = await RestoredDevice.signIn(second);
    const bob = await RestoredDevice.signIn(first);
    for (const device of [ada, eve, bob]) await device.create('kept');
    const kept = way.knowsNoRuns ? [0, 0] : [ada.position?.head, eve.position?.head];
    await way.backup();
    const other = await RestoredDevice.signIn(second, eve.phone);
    await ada.create('lost');
    await eve.create('lost');
    await way.restore();

    other.forget();
    // Its session may be lost, and then the person signs in again.
    const again = await RestoredDevice.signIn(second, eve.phone);
    for (const title of ['new 1', 'new 2', 'new 3']) await again.create(title);

    await this.#findLost(ada, kept[0], ['kept']);
    await this.#findLost(eve, kept[1], ['kept', 'new 1', 'new 2', 'new 3']);
    if (way.knowsNoRuns) return this.#findLost(bob, 0, ['kept']);

    const { epoch } = bob;
    bob.use(second);
    expect(await bob.look()).toEqual(['kept']);
    await bob.create('goes on');
    bob.use(first);
    expect([await bob.look(), bob.epoch]).toEqual([['goes on', 'kept'], epoch]);
  }

  async stop(): Promise<void> {
    for (const app of this.#apps) await app.close();
    for (const database of this.#opened) await database.close();
    await this.postgres.remove();
  }

  /** A device is refused in every request, starts again once, and continues. */
  async #findLost(
    device: RestoredDevice,
    kept: number | undefined,
    titles: readonly string[],
  ): Promise<void> {
    const entry = { id: `batch of ${device.phone}`, method: 'POST', url: '/api/items' };
    const batch = { requests: [{ ...entry, data: { type: 'todo', title: 'not now' } }] };
    for (const node of this.nodes) {
      device.use(node);
      const refusals = [
        await device.askUntilThere('GET', '/api/changes?since=0'),
        await device.askUntilThere('GET', '/api/self-check'),
        await device.askUntilThere('POST', '/api/batch', batch),
        await device.askUntilThere('POST', '/api/items', { type: 'todo', title: 'not now' }),
      ];
      for (const answer of refusals) {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'epoch_changed']);
        expect(answer.headers[headerNames.knownHead]).toBe(String(kept));
      }
    }
    const { epoch } = device;
    device.forget();
    expect(await device.look()).toEqual(titles);
    expect(device.epoch).not.toBe(epoch);
    const renewed = device.epoch;
    // The device continues with the other node.
    device.use(this.nodes[0]);
    await device.create('goes on');
    expect([await device.look(), device.epoch]).toEqual([
      [...titles, 'goes on'].toSorted(),
      renewed,
    ]);
  }

  #open(user = this.postgres.connection.user): Database {
    const address = { ...this.postgres.connection, user };
    const database = openDatabase({ address, isDirect: true });
    this.#opened.push(database);
    return database;
  }
}
