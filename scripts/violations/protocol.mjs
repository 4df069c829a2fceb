// @ts-check
import { authorityViolations } from './protocol-authority.mjs';
import { browserViolations } from './protocol-browser.mjs';
import { conflictViolations } from './protocol-conflicts.mjs';
import { createViolations } from './protocol-creates.mjs';
import { feedViolations } from './protocol-feed.mjs';
import { historyViolations } from './protocol-histories.mjs';
import { placeViolations } from './protocol-places.mjs';
import { pullViolations } from './protocol-pull.mjs';
import { pushViolations } from './protocol-push.mjs';
import { queueViolations } from './protocol-queue.mjs';
import { rowViolations } from './protocol-rows.mjs';
import { serverViolations } from './protocol-server.mjs';
import { tabViolations } from './protocol-tabs.mjs';

/**
 * Mutants of the protocol and the stores, each with the test that notices it; docs/sync.md has those that
 * the simulation notices. @type {readonly import('./violation.mjs').Violation[]}
 */
export const protocolViolations = [
  ...authorityViolations,
  ...browserViolations,
  ...conflictViolations,
  ...createViolations,
  ...feedViolations,
  ...historyViolations,
  ...placeViolations,
  ...pullViolations,
  ...pushViolations,
  ...queueViolations,
  ...rowViolations,
  ...serverViolations,
  ...tabViolations,
];
