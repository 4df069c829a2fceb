import { makeWorld } from '../testing/world.ts';

/**
 * In addition to the two of each transaction that ask for the database run and for the feed's position
 * afterwards.
 */
const expected = `
create a campaign: insertItem putOutcome users
create a task in it: items items lockRoots members below insertItem putOutcome users
create a todo in that: items items lockRoots members below insertItem putOutcome users
create a todo for Bob: items items lockRoots members below mutualsAmong below insertItem putOutcome blocksAmong mutualsAmong recentNotifications putNotification putFeed mutualsAmong users
create a todo for oneself: items items lockRoots members below below insertItem putOutcome users
change a title: items lockRoots members updateItems putOutcome users
change nothing: items lockRoots members users
label it: items lockRoots members updateItems putOutcome users
label it again: items lockRoots members users
complete it: items lockRoots members updateItems childCounts updateItems updateItems putOutcome users
assign it to Bob: items lockRoots members children copies below blocksAmong updateItems below putOutcome blocksAmong recentNotifications putNotification putFeed mutualsAmong users
assign it to oneself: items lockRoots members children copies below updateItems below putOutcome blocksAmong recentNotifications putNotification putFeed users
unassign it: items lockRoots members children copies below users updateItems below putOutcome users
move it within the campaign: items lockRoots members children copies below updateItems updateItems childCounts below putOutcome users
move it to the top level: items lockRoots members children copies updateItems updateItems childCounts below putOutcome users
delete it: items lockRoots members children copies updateItems putOutcome
restore it: items takenBy lockRoots members children updateItems putOutcome users
restore it again: items lockRoots members users
remove somebody who is not in it: items lockRoots members children children children copies users childCounts
remove Bob from the campaign: items lockRoots members children children children copies updateItems access access below putOutcome blocksAmong recentNotifications putNotification putFeed users childCounts
delete a task of its own: items lockRoots members children copies updateItems putOutcome
complete an occurrence: items lockRoots members copies children insertItem updateItems putOutcome users childCounts copies
complete it again: items lockRoots members copies users childCounts copies seen childCounts
undo it: items lockRoots members copies updateItems updateItems access putOutcome users childCounts
refuse what cannot be read: lockOps putOp
refuse what is not there: items
`;

test('a change sends exactly these statements to the database', async () => {
  const calls: string[] = [];
  const world = makeWorld({ beforePrimitive: async (name) => void calls.push(name) });
  const ann = await world.person('Ann');
  const bob = await world.person('Bob');
  const found: string[] = [];
  const count = async <T>(command: string, run: () => Promise<T>): Promise<T> => {
    calls.length = 0;
    const result = await run();
    expect(calls.filter((name) => name === 'standing')).toHaveLength(2);
    found.push(`${command}: ${calls.filter((name) => name !== 'standing').join(' ')}`);
    return result;
  };
  const create = (command: string, data: Readonly<Record<string, unknown>>) =>
    count(command, () => ann.create({ title: 'item', ...data }));
  const send = (command: string, method: string, url: string, data?: object, opId?: string) =>
    count(command, () => ann.send(method, url, data, opId === undefined ? {} : { opId }));

  const campaign = await create('create a campaign', { type: 'campaign' });
  const task = await create('create a task in it', { type: 'task', parent_id: campaign.id });
  const under = { type: 'todo', parent_id: task.id };
  const todo = await create('create a todo in that', under);
  await create('create a todo for Bob', { ...under, assigned_to: bob.id });
  await create('create a todo for oneself', { ...under, assigned_to: ann.id });
  const url = `/api/items/${todo.id}`;
  await send('change a title', 'PATCH', url, { title: 'other' });
  await send('change nothing', 'PATCH', url, { title: 'other' });
  await send('label it', 'POST', `${url}/labels`, { add: ['home'] });
  await send('label it again', 'POST', `${url}/labels`, { add: ['HOME'] });
  await send('complete it', 'PATCH', url, { status: 'completed' });
  await send('assign it to Bob', 'POST', `${url}/assign`, { user_id: bob.id });
  await send('assign it to oneself', 'POST', `${url}/assign`, { user_id: ann.id });
  await send('unassign it', 'POST', `${url}/assign`, { user_id: 0 });
  await send('move it within the campaign', 'PATCH', url, { parent_id: campaign.id });
  await send('move it to the top level', 'PATCH', url, { parent_id: 0 });
  await send('delete it', 'DELETE', url);
  await send('restore it', 'POST', `${url}/restore`);
  await send('restore it again', 'POST', `${url}/restore`);
  const remove = `/api/items/${campaign.id}/remove`;
  await send('remove somebody who is not in it', 'POST', remove, { user_id: 999_999 });
  await send('remove Bob from the campaign', 'POST', remove, { user_id: bob.id });
  const lone = await ann.create({ type: 'task', title: 'lone' });
  await send('delete a task of its own', 'DELETE', `/api/items/${lone.id}`);
  const daily = { type: 'task', title: 'daily', due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
  const { id } = await ann.create(daily);
  await send('complete an occurrence', 'POST', `/api/items/${id}/occurrences`, { n: 1 });
  await send('complete it again', 'POST', `/api/items/${id}/occurrences`, { n: 1 });
  await send('undo it', 'DELETE', `/api/items/${id}/occurrences/1`);
  await send('refuse what cannot be read', 'POST', remove, { user_id: 0 }, 'key');
  await send('refuse what is not there', 'PATCH', '/api/items/1', { title: 'other' });
  expect(found).toEqual(expected.trim().split('\n'));
});
