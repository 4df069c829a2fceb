import type { ReportRow } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from '../db/tables/schema.ts';
import { tableOf } from '../operator/table.ts';

/** All reports of people, newest first. */
export async function listReports(db: Connection): Promise<readonly ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, user_id, reported_id, reason, text, created_at, done_at from reports
    order by id desc`.execute(db);
  return rows;
}

/** Marks a report as handled at that moment, unless it is handled already. False if there is none. */
export async function markDone(db: Connection, id: number, at: string): Promise<boolean> {
  const { rows } = await sql`
    update reports set done_at = coalesce(done_at, ${at}) where id = ${id} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Reports as a table of text for a terminal, one to a line. */
export function tableOfReports(reports: readonly ReportRow[]): string {
  return tableOf([
    ['id', 'when', 'by', 'of', 'reason', 'handled', 'text'],
    ...reports.map((row) => [
      String(row.id),
      row.created_at,
      String(row.user_id),
      String(row.reported_id),
      row.reason,
      row.done_at ?? '-',
      row.text.replaceAll(/\s+/g, ' '),
    ]),
  ]);
}
