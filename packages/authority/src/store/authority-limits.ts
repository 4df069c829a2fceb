import { maxCampaignItems, maxCampaignPeople, maxContacts, maxTaskChildren } from '@foray/domain';

/** How much the server lets a family or a list hold. */
export interface AuthorityLimits {
  readonly campaignItems: number;
  readonly taskChildren: number;
  readonly campaignPeople: number;
  readonly contacts: number;
}

/** The limits of the product (sync.md, section 1); a simulation takes smaller ones, to meet them. */
export const standardLimits: AuthorityLimits = {
  campaignItems: maxCampaignItems,
  taskChildren: maxTaskChildren,
  campaignPeople: maxCampaignPeople,
  contacts: maxContacts,
};
