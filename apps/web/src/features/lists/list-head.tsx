import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { ListSearch } from './list-search.tsx';

/** Title, subtitle and search box of a list; side by side where there is room. */
export function ListHead({
  title,
  subtitle,
  searchLabel,
  query,
  onQueryChange,
}: {
  readonly title: string;
  readonly subtitle: string;
  readonly searchLabel: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
}) {
  return (
    <div className="mb-2 md:flex md:items-start md:justify-between md:gap-6">
      <ScreenHeading title={title} subtitle={subtitle} />
      <div role="search" className="md:w-72 md:pt-1 lg:w-80">
        <ListSearch label={searchLabel} value={query} onChange={onQueryChange} />
      </div>
    </div>
  );
}
