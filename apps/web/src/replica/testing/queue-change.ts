/** A change of local data after which only the queue may be different. */
export const queueChange = {
  localSeq: 0,
  rows: [],
  goneUuids: [],
  rekeyed: [],
  users: [],
  hasQueueChanged: true,
} as const;
