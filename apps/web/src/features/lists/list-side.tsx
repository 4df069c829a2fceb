import type { ListName } from '@foray/domain';
import { UnderWay } from '../../items/side-column.tsx';
import { DoneWeek } from './done-week.tsx';
import { DueSoon } from './due-soon.tsx';

/** Beside Queue: what is due soon, and what is under way already. */
function QueueSide() {
  return (
    <>
      <DueSoon of="queue" />
      <UnderWay tab="all" />
    </>
  );
}

/** Beside Active: the progress of the campaigns, and what of it is due soon. */
function ActiveSide() {
  return (
    <>
      <UnderWay tab="campaign" />
      <DueSoon of="active" />
    </>
  );
}

const sides = { queue: QueueSide, active: ActiveSide, completed: DoneWeek };

/** The side column of Queue, Active or Completed, where the window is wide. */
export function ListSide({ list }: { readonly list: ListName }) {
  const Side = sides[list];
  return <Side />;
}
