import { homePreviewItems } from '@foray/domain';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { ItemList } from './item-list.tsx';

const { homeItems: strings } = listMessages;

/**
 * The first 20 items and, if there are more, a toggle for all. 'View All' counts all items, and shows them.
 */
export function PreviewList({ uuids, ...rest }: ComponentProps<typeof ItemList>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? uuids : uuids.slice(0, homePreviewItems);
  return (
    <>
      <ItemList uuids={shown} {...rest} />
      {uuids.length > homePreviewItems && (
        <div
          className={classNames(
            'pointer-events-none mt-3 flex justify-center',
            isWhole && 'sticky bottom-safe-18 z-2 lg:bottom-4',
          )}
        >
          <Button
            variant={isWhole ? 'secondary' : 'quiet'}
            className={classNames('pointer-events-auto', isWhole && 'shadow-float')}
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? strings.showLess : strings.viewAll(uuids.length)}
          </Button>
        </div>
      )}
    </>
  );
}
