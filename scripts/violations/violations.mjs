// @ts-check
import { accountViolations } from './account.mjs';
import { alertViolations } from './alerts.mjs';
import { apiViolations } from './api.mjs';
import { backupViolations } from './backups.mjs';
import { blockViolations } from './blocks.mjs';
import { campaignViolations } from './campaigns.mjs';
import { copiesViolations } from './copies.mjs';
import { confirmingCodeViolations } from './confirming-codes.mjs';
import { conflictSideViolations } from './conflict-sides.mjs';
import { conflictViolations } from './conflicts.mjs';
import { contactImportViolations } from './contact-import.mjs';
import { contactViolations } from './contacts.mjs';
import { dataViolations } from './data.mjs';
import { createDialogViolations } from './create-dialog.mjs';
import { deploymentViolations } from './deployment.mjs';
import { editorViolations } from './editors.mjs';
import { exportViolations } from './exports.mjs';
import { fieldViolations } from './fields.mjs';
import { fuzzViolations } from './fuzz.mjs';
import { headerViolations } from './header.mjs';
import { heartbeatViolations } from './heartbeats.mjs';
import { itemViolations } from './items.mjs';
import { importViolations } from './imports.mjs';
import { keptViolations } from './kept.mjs';
import { layoutViolations } from './layout.mjs';
import { listViolations } from './lists.mjs';
import { loadViolations } from './loads.mjs';
import { longListViolations } from './long-lists.mjs';
import { metricViolations } from './metrics.mjs';
import { nodeViolations } from './nodes.mjs';
import { numberViolations } from './numbers.mjs';
import { offlineViolations } from './offline.mjs';
import { onboardingViolations } from './onboarding.mjs';
import { cleanUpViolations } from './clean-up.mjs';
import { operationsViolations } from './operations.mjs';
import { packageViolations } from './packages.mjs';
import { planningViolations } from './planning.mjs';
import { predictionViolations } from './predictions.mjs';
import { preferenceViolations } from './preferences.mjs';
import { protocolViolations } from './protocol.mjs';
import { quotaViolations } from './quota.mjs';
import { repeatViolations } from './repeat.mjs';
import { recoveryCodeViolations } from './recovery-codes.mjs';
import { repeatingViolations } from './repeating.mjs';
import { rightsViolations } from './rights.mjs';
import { routeViolations } from './routes.mjs';
import { searchViolations } from './search.mjs';
import { securityEventViolations } from './security-events.mjs';
import { sendingViolations } from './sending.mjs';
import { sheetViolations } from './sheet.mjs';
import { signInCodeViolations } from './sign-in-codes.mjs';
import { signInViolations } from './sign-in.mjs';
import { statusListViolations } from './status-lists.mjs';
import { storedDataViolations } from './stored-data.mjs';
import { syncViolations } from './sync.mjs';
import { typingViolations } from './typing.mjs';
import { undoViolations } from './undo.mjs';
import { upgradeViolations } from './upgrade.mjs';
import { wireViolations } from './wire.mjs';

/** Every violation. @type {readonly import('./violation.mjs').Violation[]} */
export const violations = [
  ...accountViolations,
  ...alertViolations,
  ...apiViolations,
  ...backupViolations,
  ...blockViolations,
  ...campaignViolations,
  ...confirmingCodeViolations,
  ...conflictSideViolations,
  ...conflictViolations,
  ...contactImportViolations,
  ...contactViolations,
  ...dataViolations,
  ...deploymentViolations,
  ...editorViolations,
  ...exportViolations,
  ...fieldViolations,
  ...fuzzViolations,
  ...headerViolations,
  ...heartbeatViolations,
  ...itemViolations,
  ...importViolations,
  ...keptViolations,
  ...createDialogViolations,
  ...layoutViolations,
  ...listViolations,
  ...loadViolations,
  ...longListViolations,
  ...metricViolations,
  ...nodeViolations,
  ...numberViolations,
  ...offlineViolations,
  ...onboardingViolations,
  ...cleanUpViolations,
  ...operationsViolations,
  ...packageViolations,
  ...planningViolations,
  ...predictionViolations,
  ...preferenceViolations,
  ...protocolViolations,
  ...quotaViolations,
  ...repeatViolations,
  ...recoveryCodeViolations,
  ...repeatingViolations,
  ...copiesViolations,
  ...rightsViolations,
  ...routeViolations,
  ...searchViolations,
  ...securityEventViolations,
  ...sendingViolations,
  ...sheetViolations,
  ...signInCodeViolations,
  ...signInViolations,
  ...statusListViolations,
  ...storedDataViolations,
  ...syncViolations,
  ...typingViolations,
  ...undoViolations,
  ...upgradeViolations,
  ...wireViolations,
];
