import { rebaseTree, type Item, type Operation } from '@foray/domain';
import { sampleItems } from './data/sample-items.ts';

const campaign = 'ffffffff-0000-4000-8000-000000000000';
const children = sampleItems(1000, campaign);
const [first] = children;
const parent: Item[] = first
  ? [
      {
        ...first,
        id: 9_999_999,
        uuid: campaign,
        type: 'campaign',
        parent_id: null,
        parent_uuid: null,
      },
    ]
  : [];
const operations: Operation[] = children.slice(0, 500).map(({ uuid }, index) => ({
  kind: 'patch',
  uuid,
  at: new Date(Date.UTC(2026, 1, 1) + index * 1000).toISOString(),
  change: { status: 'completed' },
}));

/** The cost of showing a long time offline, compared with copying the same items once. */
export const cases = [
  {
    name: 'rebase 500 changes onto a family of 1,001',
    unit: 'ms',
    ours: () => rebaseTree({ bases: [...parent, ...children], operations, rollsUp: () => true }),
    floor: () => new Map([...parent, ...children].map((item) => [item.uuid, { ...item }])),
  },
];
