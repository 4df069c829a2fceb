import { isFields, isInteger, isShape, isText } from '@foray/domain';
import type { Heartbeat, Newer, SelfCheck, Tally } from '../items/streams.ts';

const isTally = isShape<Tally>({ count: isInteger, sum: isInteger });

/** Whether this is a heartbeat of the event stream. */
export const isHeartbeat = isShape<Heartbeat>({ epoch: isText, run: isText, head: isInteger });

/** Whether this is the data of `newer` from a node that knows the place. */
export const isNewer = isShape<Newer>({ run: isText, head: isInteger });

/** Whether this is the response to a self-check. */
export const isSelfCheck = isShape<SelfCheck>({
  epoch: isText,
  now: isText,
  cursor: isInteger,
  campaign: isTally,
  task: isTally,
  todo: isTally,
  mutuals: isTally,
  notifications: isTally,
  private_rows: (value) =>
    value === undefined || (isFields(value) && Object.values(value).every(isTally)),
});
