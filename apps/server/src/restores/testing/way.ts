/** A way to lose what was written after a moment. */
export interface LossMethod {
  /** Before the moment, where the way needs something from there. */
  readonly prepare?: () => Promise<void>;
  /** At the moment. */
  readonly backup: () => Promise<void>;
  readonly restore: () => Promise<void>;
  /** It knows no runs of before: up to where the histories are one is not known, not even for Bob. */
  readonly knowsNoRuns?: boolean;
}
