import { searchText } from '@foray/domain';
import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';
import { recordSet } from '../tables/record-set.ts';

const rowsAtOnce = 500;

/** A row that search still matches by the rule of earlier releases. */
interface UnfoldedRow {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly search_text: string;
}

/**
 * Computes the searchable text of rows that an earlier release wrote, in batches of one transaction each. A
 * row that changes meanwhile is left to its writer, or to the next time.
 */
export async function foldSearchTexts(db: Connection): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<UnfoldedRow>`
      select id, title, description, search_text from items
      where search_folded is null and id > ${after} order by id limit ${rowsAtOnce}`.execute(db);
    const folded = rows.map(({ id, title, description, search_text }) => ({
      id,
      search_text,
      // A tombstone has no text.
      search_folded: title === '' ? '' : searchText(title, description),
    }));
    const columns = { id: 'bigint', search_text: 'text', search_folded: 'text' };
    await inKnownRun(db, (tx) =>
      sql`
        update items set search_folded = r.search_folded
        from ${recordSet(folded, columns, 'r')}
        where items.id = r.id and items.search_folded is null
          and items.search_text = r.search_text`.execute(tx),
    );
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? after;
  }
}
