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

/** The limits of the product (sync.md, section 1); a simulation uses smaller ones, to reach them. */
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

/** The limits of the server for a family, a list and an account. */
export type AuthorityLimits = Readonly<Record<keyof typeof standardLimits, number>>;
