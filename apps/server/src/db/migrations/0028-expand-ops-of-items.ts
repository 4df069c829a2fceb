/**
 * Records of requests are found by their item, because they are deleted together with the removals of that
 * item.
 */
export const opsOfItems = `
create index ops_item on ops (item_id) where item_id is not null;
`;
