import type { RequiredAnswer } from '@foray/model';
import type { TestAnswer } from '../test-client.ts';
import { type Case, equal, type RightsScene, targets } from './scene.ts';
import { movedThing, titleOf } from './world.ts';

/**
 * Cases of everything that can be read: one item, lists, streams, search, the trash, a campaign's history.
 */
export function readingCases(scene: RightsScene): Case[] {
  const histories = [...scene.world.facts.items.values()].flatMap(({ key, type }) =>
    type === 'campaign' || key === 'task A' ? key : [],
  );
  const bySight =
    (of: (answer: TestAnswer) => readonly { uuid: string }[], type?: string) =>
    (actor: string) =>
    (answer: TestAnswer) => {
      const seen = [...scene.rights.sight(actor)].filter(
        (name) => type === undefined || scene.world.facts.items.get(name)?.type === type,
      );
      const wanted = seen.map((name) => scene.ref(name).uuid).toSorted();
      const got = of(answer).map(({ uuid }) => uuid);
      return equal(got.toSorted(), wanted);
    };
  const readable = (): RequiredAnswer => ({ status: 200 });
  return [
    ...targets
      .concat('campaign A', 'campaign C', 'task C', 'campaign G', 'campaign X')
      .flatMap((name) =>
        (['id', 'uuid'] as const).flatMap((by) =>
          scene.forEach(
            'getItem',
            `${name} by ${by}`,
            () => ({ url: `/api/items/${scene.ref(name)[by]}` }),
            (actor) => answerToReading(scene, actor, name),
            (actor) =>
              ({ status, body }) =>
                status !== 200 ||
                equal(
                  [body.permission, body.children_count],
                  [
                    scene.rights.rightOn(actor, name),
                    scene.rights.childrenSeen(actor, name).length,
                  ],
                ),
          ),
        ),
      ),
    ...histories.flatMap((name) =>
      scene.forEach(
        'listActivity',
        name,
        () => ({ url: `/api/campaigns/${scene.ref(name).uuid}/activity` }),
        (actor) => answerToReading(scene, actor, name, 'campaign'),
        (actor) =>
          ({ status, body }) => {
            if (status !== 200) return true;
            const sight = scene.rights.sight(actor);
            const all = scene.log.get(name) ?? [];
            const isPart = scene.rights.rightOn(actor, name) === 'view';
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
        (actor) => answerToReading(scene, actor, name),
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
        (actor) => answerToReading(scene, actor, name, 'campaign'),
        (actor) =>
          ({ status, body }) => {
            const entry = body.data?.find(({ action }: { action: string }) => action === 'moved');
            if (status !== 200 || entry === undefined) return true;
            const sides = [movedThing.from, movedThing.to].map((side) =>
              scene.rights.sight(actor).has(side) ? titleOf(side) : '',
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
          const restorable = [...scene.world.facts.items.values()].filter((item) =>
            scene.rights.canRestore(actor, item),
          );
          const names = new Set(restorable.map(({ key }) => key));
          const listed = restorable.filter(
            ({ key, deletion }) => key === deletion?.of || !names.has(deletion?.of ?? ''),
          );
          const uuids = body.data.map(({ uuid }: { uuid: string }) => uuid);
          return equal(uuids.toSorted(), listed.map(({ key }) => scene.ref(key).uuid).toSorted());
        },
    ),
    ...scene.forEach(
      'selfCheck',
      'what one sees, counted',
      () => ({ url: '/api/self-check' }),
      readable,
      (actor) =>
        ({ body }) => {
          const seen = [...scene.rights.sight(actor)];
          const counts = (['campaign', 'task', 'todo'] as const).map((type) => [
            body[type].count,
            seen.filter((name) => scene.world.facts.items.get(name)?.type === type).length,
          ]);
          return equal(
            counts.map(([count]) => count),
            counts.map(([, wanted]) => wanted),
          );
        },
    ),
    ...scene.forEach('listChanges', '', () => ({ url: '/api/changes?since=0' }), readable),
    ...scene.forEach(
      'pullStreams',
      'all streams from the start',
      () => ({ url: '/api/pull?campaign=0&task=0&todo=0&changes=0' }),
      readable,
      (actor) =>
        ({ body }) => {
          const seen = [...scene.rights.sight(actor)].map((name) => scene.ref(name).uuid);
          const rows = [body.campaign, body.task, body.todo].flatMap(({ data }) => data);
          return equal(rows.map(({ uuid }: { uuid: string }) => uuid).toSorted(), seen.toSorted());
        },
    ),
  ];
}

/** An item exists for those who see it; only campaigns have the history of a campaign. */
function answerToReading(
  { rights, world }: RightsScene,
  actor: string,
  name: string,
  type = world.facts.items.get(name)?.type,
): RequiredAnswer {
  const isThere = rights.rightOn(actor, name) !== null && rights.item(name).type === type;
  return isThere ? { status: 200 } : { status: 404, code: 'not_found' };
}
