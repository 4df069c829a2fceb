import {
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
};

/** How much the server lets a family or a list hold. */
export type AuthorityLimits = Readonly<Record<keyof typeof standardLimits, number>>;
