import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The real server, whose database a benchmark may fill directly, regardless of the rules. */
export interface ItemServer {
  readonly url: string;
  /** Ends the connection, the server, and removes its folder. */
  stop(): Promise<void>;
  /** Gives the person 10,000 items, half of them below others, which devices pull from the feed. */
  fill(userId: number): Promise<void>;
  /** Changes 1,000 of the person's items as another person's device would; the same ones each time. */
  changeThousand(userId: number): Promise<void>;
}

/** The number of items that `fill` creates. */
export const filledItems = 10_000;
/** The number of items that `changeThousand` changes. */
export const changedItems = 1_000;

/** Starts the server on a fresh folder with its own PostgreSQL. */
export async function startItemServer(): Promise<ItemServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foray-bench-'));
  await chmod(dataDir, 0o711);
  const program = startProgram(['scripts/start.mjs'], dataDir);
  const url = await program.address;
  const database = new pg.Client(await connectionIn(dataDir));
  // Its server stops first, which this connection reports; nothing queries it by then.
  database.on('error', () => undefined);
  await database.connect();
  return {
    url,
    fill: async (userId) => void (await database.query(fillSql(userId))),
    changeThousand: async (userId) => void (await database.query(changeSql(userId))),
    async stop() {
      await database.end();
      await program.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/**
 * Starts Node with these arguments, without rate limits unless `env` sets them; `address` is its printed
 * address, `pid` its process.
 */
export function startProgram(args: string[], dataDir: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', FORAY_DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [address] = /http:\/\/[\w.]+:\d+/.exec(chunk.toString()) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', (code) => reject(new Error(`it ended with ${code} and no address`)));
  });
  const stop = async (): Promise<void> => {
    if (child.kill('SIGINT')) await ended;
  };
  return { pid: child.pid, address, stop };
}

/** The address of the embedded PostgreSQL: lines 4 and 5 of its postmaster.pid are port and folder. */
async function connectionIn(dataDir: string): Promise<pg.ClientConfig> {
  const [found] = (await readdir(dataDir, { recursive: true })).filter((path) =>
    path.endsWith('postmaster.pid'),
  );
  if (found === undefined) throw new Error('PostgreSQL does not report where it listens');
  const lines = (await readFile(join(dataDir, found), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'foray', database: 'foray' };
}

// 20 campaigns of 30 tasks of 8 todos, and todos at the top; parents have the lower numbers.
const campaigns = 20;
const tasks = 600;
const inTasks = 4_800;

/** The rows and the person's feed of them; one statement that PostgreSQL runs as a transaction. */
function fillSql(userId: number): string {
  return `
    with made as (
      select n, 20000000 + n as id, ${uuidSql('n')} as uuid,
        case when n <= ${campaigns} then 'campaign'
          when n <= ${campaigns + tasks} then 'task' else 'todo' end as type,
        case when n <= ${campaigns} then null
          when n <= ${campaigns + tasks} then (n - 1) % ${campaigns} + 1
          when n <= ${campaigns + tasks + inTasks} then ${campaigns} + (n - 1) % ${tasks} + 1
          else null end as parent,
        timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at
      from generate_series(1, ${filledItems}) as n
    ), inserted as (
      insert into items (id, uuid, root_id, type, title, description, status, user_id, parent_id,
        parent_uuid, created_at, updated_at, version, search_text)
      select id, uuid,
        case when parent is null then id
          when parent <= ${campaigns} then 20000000 + parent
          else 20000000 + (parent - 1) % ${campaigns} + 1 end,
        type, 'Measure the tide ' || n,
        case when n % 4 = 0 then 'Bring the long line to the berth' end,
        'pending', ${userId}, 20000000 + parent, ${uuidSql('parent')}, at, at, 1,
        'measure the tide ' || n
      from made
    ), shown as (
      insert into access (user_id, item_id, root_id, permission, seq, item_type)
      select ${userId}, id,
        case when parent is null then id
          when parent <= ${campaigns} then 20000000 + parent
          else 20000000 + (parent - 1) % ${campaigns} + 1 end,
        'manage', 1000000 + n, type
      from made
    )
    insert into heads (user_id, head) values (${userId}, ${1_000_000 + filledItems})
    on conflict (user_id) do update set head = excluded.head`;
}

/** Other titles and another order, and every third one completed or reopened. */
function changeSql(userId: number): string {
  const first = 20_000_000 + filledItems - changedItems;
  return `
    with moved as (
      update heads set head = head + ${changedItems} where user_id = ${userId}
      returning head - ${changedItems} as head
    ), changed as (
      update items set title = 'Remote ' || id || ' at ' || head, version = version + 1,
        search_text = 'remote ' || id || ' at ' || head,
        updated_at = now(),
        status = case when id % 3 > 0 then status
          when status = 'pending' then 'completed' else 'pending' end,
        completed_at = case when id % 3 > 0 or status <> 'pending' then null else now() end
      from moved where id > ${first} and id <= ${first + changedItems}
    )
    update access set seq = head + item_id - ${first}
    from moved
    where user_id = ${userId} and item_id > ${first} and item_id <= ${first + changedItems}`;
}

/** Always the same identity for a number, in the format of a random one. */
function uuidSql(number: string): string {
  return `overlay(overlay(md5('bench' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;
}
