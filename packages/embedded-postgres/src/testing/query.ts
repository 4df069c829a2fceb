import pg from 'pg';
import type { PostgresConnection } from '../embedded-postgres.ts';

/** The rows of one statement, over a separate connection. */
export async function query(
  { connection }: { readonly connection: PostgresConnection },
  text: string,
): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
