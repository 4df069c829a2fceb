/** A way to lose everything written after a certain moment. */
export interface LossMethod {
  /** Before the moment, if the way needs a preparation. */
  readonly prepare?: () => Promise<void>;
  /** At the moment. */
  readonly backup: () => Promise<void>;
  readonly restore: () => Promise<void>;
  /** It has no earlier runs, so it is not known how much the histories share, not even for Bob. */
  readonly knowsNoRuns?: boolean;
}
