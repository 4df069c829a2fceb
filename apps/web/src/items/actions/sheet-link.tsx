import type { ComponentProps } from 'react';
import { openSheet, sheetHref } from '../../adapters/browser/sheet-entry.ts';
import { Link } from '../../ui/controls/link.tsx';

/** A link that opens the sheet of an item over the current page. */
export function SheetLink({
  uuid,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { readonly uuid: string }) {
  return (
    <Link
      {...rest}
      href={sheetHref(uuid)}
      onClick={(event) => {
        event.preventDefault();
        openSheet(uuid);
      }}
    />
  );
}
