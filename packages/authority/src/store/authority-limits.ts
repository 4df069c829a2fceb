import {
  maxAccountBytes,
  maxAccountItems,
  maxAssignmentsADay,
  maxCampaignItems,
  maxCampaignPeople,
  maxContacts,
  maxCopies,
  maxTaskChildren,
} from '@foray/domain';

/** The limits of the product (sync.md, section 1); a simulation takes smaller ones, to meet them. */
export const standardLimits = {
  campaignItems: maxCampaignItems,
  taskChildren: maxTaskChildren,
  campaignPeople: maxCampaignPeople,
  contacts: maxContacts,
  copies: maxCopies,
  accountItems: maxAccountItems,
  accountBytes: maxAccountBytes,
  assignmentsADay: maxAssignmentsADay,
};

/** How much the server lets a family, a list or an account hold. */
export type AuthorityLimits = Readonly<Record<keyof typeof standardLimits, number>>;
