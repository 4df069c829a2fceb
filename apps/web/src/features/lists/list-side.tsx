import type { ListName } from '@foray/domain';
import { UnderWay } from '../../items/detail/side-column.tsx';
import { DoneWeek } from './done-week.tsx';
import { DueSoon } from './due-soon.tsx';

/** Beside Queue: items due soon, and items in progress. */
function QueueSide() {
  return (
    <>
      <DueSoon of="queue" />
      <UnderWay tab="all" />
    </>
  );
}

/** Beside Active: the progress of its campaigns, and its items due soon. */
function ActiveSide() {
  return (
    <>
      <UnderWay tab="campaign" />
      <DueSoon of="active" />
    </>
  );
}

const sides = { queue: QueueSide, active: ActiveSide, completed: DoneWeek };

/** The side column of Queue, Active or Completed, on wide windows. */
export function ListSide({ list }: { readonly list: ListName }) {
  const Side = sides[list];
  return <Side />;
}
