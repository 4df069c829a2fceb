import type { ContactsSyncAnswer } from '@foray/contract';
import { maxContacts } from '@foray/domain';
import type { ContactCandidate } from '@foray/domain';

/**
 * The outcome of a candidate. ready: it is sent. repeated: its number is already sent. beyond: it exceeds
 * the 5,000 of one person. invalid: it has no number. refused: the server rejects the number.
 */
export type ReviewOutcome = 'ready' | 'repeated' | 'beyond' | 'invalid' | 'refused';

/** A candidate and its outcome. */
export interface ReviewRow extends ContactCandidate {
  readonly outcome: ReviewOutcome;
}

/** The rows that are shown before an import, and after it the rows that were left out. */
export interface Review {
  readonly rows: readonly ReviewRow[];
  readonly counts: Readonly<Record<ReviewOutcome, number>>;
}

/** Sorts the candidates by outcome; only phones of valid contacts are sent, each once. */
export function reviewOf(candidates: readonly ContactCandidate[]): Review {
  const sent = new Set<string>();
  return counted(
    candidates.map((candidate) => {
      const outcome = faultOf(candidate, sent);
      if (outcome === 'ready') sent.add(candidate.phone);
      return { ...candidate, outcome };
    }),
  );
}

/** The phones that an import sends. */
export function phonesOf(review: Review): readonly string[] {
  return review.rows.filter((row) => row.outcome === 'ready').map((row) => row.phone);
}

/** The rows that the server rejected, according to its response; null if it accepted all. */
export function leftOver(review: Review, answer: ContactsSyncAnswer): Review | null {
  const beyond = new Set(answer.beyond);
  const refused = new Set(answer.invalid);
  if (beyond.size + refused.size === 0) return null;
  const rows = review.rows.flatMap((row): ReviewRow[] => {
    if (row.outcome === 'beyond') return [row];
    if (row.outcome !== 'ready') return [];
    if (beyond.has(row.phone)) return [{ ...row, outcome: 'beyond' }];
    return refused.has(row.phone) ? [{ ...row, outcome: 'refused' }] : [];
  });
  return counted(rows);
}

function faultOf(candidate: ContactCandidate, sent: ReadonlySet<string>): ReviewOutcome {
  if (!candidate.isValid) return 'invalid';
  if (sent.has(candidate.phone)) return 'repeated';
  return sent.size >= maxContacts ? 'beyond' : 'ready';
}

function counted(rows: readonly ReviewRow[]): Review {
  const counts = { ready: 0, repeated: 0, beyond: 0, invalid: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return { rows, counts };
}
