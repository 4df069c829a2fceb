import type { ListName } from '@foray/domain';
import { UnderWay } from '../../items/side-column.tsx';
import { useFullList } from '../../replica/index.ts';
import { DoneWeek } from './done-week.tsx';
import { DueSoon } from './due-soon.tsx';

/** Beside Queue: what is due soon, and what is under way already. */
function QueueSide() {
  return (
    <>
      <DueSoon items={useFullList('queue')} />
      <UnderWay tab="all" />
    </>
  );
}

/** Beside Active: the progress of the campaigns, and what of it is due soon. */
function ActiveSide() {
  return (
    <>
      <UnderWay tab="campaign" />
      <DueSoon items={useFullList('active').filter(({ type }) => type !== 'campaign')} />
    </>
  );
}

/** Beside Completed: what was done in the last seven days. */
function CompletedSide() {
  return <DoneWeek items={useFullList('completed')} />;
}

const sides = { queue: QueueSide, active: ActiveSide, completed: CompletedSide };

/** The side column of Queue, Active or Completed, where the window is wide. */
export function ListSide({ list }: { readonly list: ListName }) {
  const Side = sides[list];
  return <Side />;
}
