import { VirtualTime } from '@foray/sync/testing';
import { Replica } from './replica.ts';
import { ThrottledNotifier } from './throttled-notifier.ts';

function setUp() {
  const time = new VirtualTime();
  const replica = new Replica(() => 0);
  let notified = 0;
  const count = () => notified;
  replica.notify = () => {
    notified += 1;
  };
  return { time, notifier: new ThrottledNotifier(replica, time), count };
}

test('pages that follow each other are notified after growing pauses, including the last', async () => {
  const { time, notifier, count } = setUp();
  const notifiedAt: number[] = [];
  for (let page = 0; page < 200; page += 1) {
    const before = count();
    notifier.soon();
    await time.pass(25);
    if (count() > before) notifiedAt.push(page * 25);
  }
  expect(notifiedAt).toEqual([0, 175, 575, 1375, 2975, 4575]);
  await time.pass(1600);
  expect(count()).toBe(7);
  await time.pass(10_000);
  expect(count()).toBe(7);
  notifier.soon();
  notifier.soon();
  await time.pass(200);
  expect(count()).toBe(9);
});

test('the first page after a quiet period and every user action are notified at once', async () => {
  const { time, notifier, count } = setUp();
  notifier.soon();
  expect(count()).toBe(1);
  notifier.soon();
  expect(count()).toBe(1);
  notifier.now();
  expect(count()).toBe(2);
  await time.pass(1000);
  expect(count()).toBe(2);
  notifier.soon();
  expect(count()).toBe(3);
});

test('an account that was closed receives no notifications', async () => {
  const { time, notifier, count } = setUp();
  notifier.soon();
  notifier.soon();
  notifier.end();
  await time.pass(1000);
  expect(count()).toBe(1);
});
