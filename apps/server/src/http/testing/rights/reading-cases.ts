import type { TestAnswer } from '../test-client.ts';
import type { Expected } from './model.ts';
import { equal, targets } from './scene.ts';
import type { Case, RightsScene } from './scene.ts';

/** Everything that can be read: one item, lists, streams, search, the trash, a campaign's history. */
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
  const readable = (): Expected => ({ status: 200 });
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
                status === 200 ? equal(body.permission, scene.model.rightOn(actor, name)) : true,
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
            if (status !== 200 || scene.model.rightOn(actor, name) !== 'view') return true;
            const seen = new Set([...scene.model.sight(actor)].map((each) => scene.ref(each).uuid));
            return body.data.every((entry: { item: { uuid: string } }) =>
              seen.has(entry.item.uuid),
            );
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
          // What went with another comes back with it, and is not listed beside it.
          const listed = ['campaign G', 'task H'].filter((name) => scene.canRestore(actor, name));
          const uuids = body.data.map(({ uuid }: { uuid: string }) => uuid);
          return equal(uuids.toSorted(), listed.map((name) => scene.ref(name).uuid).toSorted());
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
