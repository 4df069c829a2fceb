import type { ContactsSyncAnswer } from '@foray/contract';
import { maxContacts } from '@foray/domain';
import type { ContactCandidate } from '@foray/domain';

/**
 * What becomes of a candidate. ready: it is sent. repeated: its number is sent already. beyond: it is
 * past the 5,000 of one person. invalid: it has no number. refused: the server knows no such number.
 */
export type Fate = 'ready' | 'repeated' | 'beyond' | 'invalid' | 'refused';

/** A candidate as it stands in the review. */
export interface ReviewRow extends ContactCandidate {
  readonly fate: Fate;
}

/** What a person sees before, and if something was left out after, an import. */
export interface Review {
  readonly rows: readonly ReviewRow[];
  readonly counts: Readonly<Record<Fate, number>>;
}

/** Judges what was found; only valid contacts' phones are to be sent, each once (section 5). */
export function reviewOf(candidates: readonly ContactCandidate[]): Review {
  const sent = new Set<string>();
  return counted(
    candidates.map((candidate) => {
      const fate = faultOf(candidate, sent);
      if (fate === 'ready') sent.add(candidate.phone);
      return { ...candidate, fate };
    }),
  );
}

/** The phones that an import sends. */
export function phonesOf(review: Review): readonly string[] {
  return review.rows.filter((row) => row.fate === 'ready').map((row) => row.phone);
}

/** What the server did not take, by its answer; null if it took everything that was sent. */
export function leftOver(review: Review, answer: ContactsSyncAnswer): Review | null {
  const beyond = new Set(answer.beyond);
  const refused = new Set(answer.invalid);
  if (beyond.size + refused.size === 0) return null;
  const rows = review.rows.flatMap((row): ReviewRow[] => {
    if (row.fate === 'beyond') return [row];
    if (row.fate !== 'ready') return [];
    if (beyond.has(row.phone)) return [{ ...row, fate: 'beyond' }];
    return refused.has(row.phone) ? [{ ...row, fate: 'refused' }] : [];
  });
  return counted(rows);
}

function faultOf(candidate: ContactCandidate, sent: ReadonlySet<string>): Fate {
  if (!candidate.isValid) return 'invalid';
  if (sent.has(candidate.phone)) return 'repeated';
  return sent.size >= maxContacts ? 'beyond' : 'ready';
}

function counted(rows: readonly ReviewRow[]): Review {
  const counts = { ready: 0, repeated: 0, beyond: 0, invalid: 0, refused: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return { rows, counts };
}
