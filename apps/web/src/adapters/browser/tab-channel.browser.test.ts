import type { LocalChange } from '@foray/sync';
import { openTabChannel } from './tab-channel.ts';

test('a change committed after this tab closed the account reaches no tab, and causes no error', async () => {
  const received = vi.fn();
  const other = openTabChannel('foray-test', received);
  const own = openTabChannel('foray-test', () => undefined);
  const change = { localSeq: 1 } as LocalChange;
  own.send(change);
  await expect.poll(() => received).toHaveBeenCalledWith(change);
  own.close();
  own.send({ ...change, localSeq: 2 });
  const another = openTabChannel('foray-test', () => undefined);
  another.send({ ...change, localSeq: 3 });
  await expect.poll(() => received).toHaveBeenCalledTimes(2);
  expect(received).toHaveBeenLastCalledWith({ localSeq: 3 });
  other.close();
  another.close();
});
