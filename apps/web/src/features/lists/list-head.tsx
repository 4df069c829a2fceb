import { maxQueryTextChars } from '@foray/domain/queries';
import { QueryMistakes } from '../../items/queries/query-mistakes.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';

/** Title, subtitle and search box of a list; side by side if there is room. */
export function ListHead({
  title,
  subtitle,
  searchLabel,
  query,
  search,
  onQueryChange,
}: {
  readonly title: string;
  readonly subtitle: string;
  readonly searchLabel: string;
  readonly query: string;
  /** The query that the list applies. */
  readonly search: string;
  /** The list applies the query after the pause in typing. */
  readonly onQueryChange: (query: string) => void;
}) {
  return (
    <div className="mb-2 md:flex md:items-start md:justify-between md:gap-6">
      <ScreenHeading title={title} subtitle={subtitle} />
      <div role="search" className="md:w-72 md:pt-1 lg:w-80">
        <TextField
          label={searchLabel}
          labelHidden
          placeholder={searchLabel}
          type="search"
          icon={firstIcons.search}
          autoComplete="off"
          maxLength={maxQueryTextChars}
          value={query}
          onChange={(event) => onQueryChange(event.target.value)}
        />
        <QueryMistakes text={search} />
      </div>
    </div>
  );
}
