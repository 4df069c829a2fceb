import type { TestAnswer } from '../test-client.ts';
import type { ExpectedAnswer } from './model/facts.ts';
import { type Case, equal, type RightsScene, targets } from './scene.ts';
import { movedThing, titleOf } from './world.ts';

/**
 * Cases of everything that can be read: one item, lists, streams, search, the trash, a campaign's history.
 */
export function readingCases(scene: RightsScene): Case[] {
  const histories = [...scene.world.facts.things.values()].flatMap(({ name, type }) =>
    type === 'campaign' || name === 'task A' ? name : [],
  );
  const bySight =
    (of: (answer: TestAnswer) => readonly { uuid: string }[], type?: string) =>
    (actor: string) =>
    (answer: TestAnswer) => {
      const seen = [...scene.model.sight(actor)].filter(
        (name) => type === undefined || scene.world.facts.things.get(name)?.type === type,
      );
      const wanted = seen.map((name) => scene.ref(name).uuid).toSorted();
      const got = of(answer).map(({ uuid }) => uuid);
      return equal(got.toSorted(), wanted);
    };
  const readable = (): ExpectedAnswer => ({ status: 200 });
  return [
    ...targets
      .concat('campaign A', 'campaign C', 'task C', 'campaign G', 'campaign X')
      .flatMap((name) =>
        (['id', 'uuid'] as const).flatMap((by) =>
          scene.forEach(
            'getItem',
            `${name} by ${by}`,
            () => ({ url: `/api/items/${scene.ref(name)[by]}` }),
            (actor) => scene.model.read(actor, name),
            (actor) =>
              ({ status, body }) =>
                status !== 200 ||
                equal(
                  [body.permission, body.children_count],
                  [scene.model.rightOn(actor, name), scene.childrenSeen(actor, name)],
                ),
          ),
        ),
      ),
    ...histories.flatMap((name) =>
      scene.forEach(
        'listActivity',
        name,
        () => ({ url: `/api/campaigns/${scene.ref(name).uuid}/activity` }),
        (actor) => scene.model.activity(actor, name),
        (actor) =>
          ({ status, body }) => {
            if (status !== 200) return true;
            const sight = scene.model.sight(actor);
            const all = scene.log.get(name) ?? [];
            const isPart = scene.model.rightOn(actor, name) === 'view';
            const wanted = all.filter((thing) => !isPart || sight.has(thing));
            // The newest entries are on the first page.
            const uuids = wanted.slice(0, 20).map((thing) => scene.ref(thing).uuid);
            const got = body.data.map((entry: { item: { uuid: string } }) => entry.item.uuid);
            return equal([body.total, got], [wanted.length, uuids]);
          },
      ),
    ),
    ...targets.flatMap((name) =>
      scene.forEach(
        'listItemActivity',
        name,
        () => ({ url: `/api/items/${scene.ref(name).uuid}/activity` }),
        (actor) => scene.model.read(actor, name),
        () =>
          ({ status, body }) => {
            if (status !== 200) return true;
            const about = new Set(
              body.data.map((entry: { item: { uuid: string } }) => entry.item.uuid),
            );
            return equal([...about], body.total === 0 ? [] : [scene.ref(name).uuid]);
          },
      ),
    ),
    ...[movedThing.from, movedThing.to].flatMap((name) =>
      scene.forEach(
        'listActivity',
        `${name}, what was moved`,
        () => ({ url: `/api/campaigns/${scene.ref(name).uuid}/activity` }),
        (actor) => scene.model.activity(actor, name),
        (actor) =>
          ({ status, body }) => {
            const entry = body.data?.find(({ action }: { action: string }) => action === 'moved');
            if (status !== 200 || entry === undefined) return true;
            const sides = [movedThing.from, movedThing.to].map((side) =>
              scene.model.sight(actor).has(side) ? titleOf(side) : '',
            );
            return equal(entry.metadata.campaign, sides.join(' → ').trim());
          },
      ),
    ),
    ...(['campaign', 'task', 'todo'] as const).flatMap((type) => [
      ...scene.forEach(
        'listItems',
        `the list of ${type}`,
        () => ({ url: `/api/items?type=${type}` }),
        readable,
        bySight(({ body }) => body.data, type),
      ),
      ...scene.forEach(
        'listItems',
        `the stream of ${type}`,
        () => ({ url: `/api/items?type=${type}&since=0` }),
        readable,
        bySight(({ body }) => body.data, type),
      ),
    ]),
    ...scene.forEach(
      'searchItems',
      'a word of every title',
      () => ({ url: '/api/items/search?q=secret' }),
      readable,
      bySight(({ body }) => body),
    ),
    ...scene.forEach(
      'listTrash',
      '',
      () => ({ url: '/api/trash' }),
      readable,
      (actor) =>
        ({ body }) => {
          // An item that was deleted with another comes back with it, and is not listed beside it.
          const listed = [...scene.world.facts.things.values()].filter(
            ({ name, deletedWith }) =>
              deletedWith !== null &&
              scene.canRestore(actor, name) &&
              (name === deletedWith || !scene.canRestore(actor, deletedWith)),
          );
          const uuids = body.data.map(({ uuid }: { uuid: string }) => uuid);
          return equal(uuids.toSorted(), listed.map(({ name }) => scene.ref(name).uuid).toSorted());
        },
    ),
    ...scene.forEach(
      'selfCheck',
      'what one sees, counted',
      () => ({ url: '/api/self-check' }),
      readable,
      (actor) =>
        ({ body }) => {
          const seen = [...scene.model.sight(actor)];
          const counts = (['campaign', 'task', 'todo'] as const).map((type) => [
            body[type].count,
            seen.filter((name) => scene.world.facts.things.get(name)?.type === type).length,
          ]);
          return equal(
            counts.map(([count]) => count),
            counts.map(([, wanted]) => wanted),
          );
        },
    ),
    ...scene.forEach('listChanges', '', () => ({ url: '/api/changes?since=0' }), readable),
  ];
}
