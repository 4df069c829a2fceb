/** The records of requests are found by their item: they go with what is remembered of its deletion. */
export const opsOfItems = `
create index ops_item on ops (item_id) where item_id is not null;
`;
