import { SideItem, SidePanel } from '../../items/side-column.tsx';
import { UpNext } from '../../items/up-next.tsx';
import { messages } from '../../messages/messages.ts';
import { useList } from '../../replica/index.ts';

const { home: strings } = messages;

/** Enough to go on with; all of them are in Active. */
const maxUnderWay = 5;

/** Beside Home's list: what to start now, and what is under way with how far it has come. */
export function HomeSide() {
  const { uuids } = useList({ list: 'active', tab: 'all' });
  return (
    <>
      <UpNext />
      {uuids.length > 0 && (
        <SidePanel title={strings.underWay} link={{ href: '/active', label: strings.allUnderWay }}>
          {uuids.slice(0, maxUnderWay).map((uuid) => (
            <SideItem key={uuid} uuid={uuid} linkLabel={strings.goOnWith} />
          ))}
        </SidePanel>
      )}
    </>
  );
}
