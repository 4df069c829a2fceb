import { UnderWay } from '../../items/side-column.tsx';
import { UpNext } from '../../items/up-next.tsx';

export { PreviewList } from '../../items/preview-list.tsx';

/** Beside Home's list: what to start now, and what is under way with its progress. */
export function HomeSide() {
  return (
    <>
      <UpNext />
      <UnderWay tab="all" />
    </>
  );
}
