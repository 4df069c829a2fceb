import { routes } from '@foray/contract';
import type { EverybodysRights } from '@foray/model';
import type { TestAnswer } from '../test-client.ts';
import type { Case, RightsScene } from './scene.ts';
import { titleOf } from './world.ts';

interface Shown {
  readonly id?: unknown;
  readonly uuid?: unknown;
  readonly permission?: unknown;
  readonly phone?: unknown;
}

/**
 * The parts of a response that its sender may not know, or that are wrong for them: items, rights and phones.
 * `rights` are those at the time of the response.
 */
export function wrongIn(
  scene: RightsScene,
  rights: EverybodysRights,
  one: Case,
  answer: TestAnswer,
): readonly string[] {
  const isPerson = scene.world.people.has(one.actor);
  return partsOf(one, answer).flatMap((part) => [
    ...leaks(scene, rights, one, part),
    ...(isPerson ? wrongValues(scene, rights, one, part) : []),
  ]);
}

/** A part of an answer of one kind. */
interface ShownPart {
  readonly text: string;
  readonly body: unknown;
  readonly kind: 'history' | 'trash' | 'other';
}

/** An export has histories and a trash in it, which may show more than the rest. */
function partsOf({ call: { url } }: Case, { text, body }: TestAnswer): readonly ShownPart[] {
  if (url === routes.exportMe.path && body?.activity !== undefined) {
    const { activity, trash, ...rest } = body;
    const part = (kind: ShownPart['kind'], of: unknown) => ({
      kind,
      body: of,
      text: JSON.stringify(of),
    });
    return [part('history', activity), part('trash', trash), part('other', rest)];
  }
  const kind = url.endsWith('/activity') ? 'history' : url === '/api/trash' ? 'trash' : 'other';
  return [{ text, body, kind }];
}

/** Unseen items, and phones. */
function leaks(
  scene: RightsScene,
  rights: EverybodysRights,
  { actor }: Case,
  { text, kind }: ShownPart,
): readonly string[] {
  const { items } = scene.world.facts;
  const unseen = [...items.values()].filter(
    (item) =>
      // A change that ends the sender's right is answered with the item as they last saw it.
      rights.rightOn(actor, item.key) === null &&
      scene.rights.rightOn(actor, item.key) === null &&
      // A deleted item appears only to a user who may restore it, and in the history of its campaign.
      !(!item.isLiving && (kind === 'history' || scene.rights.canRestore(actor, item))) &&
      text.includes(titleOf(item.key)),
  );
  const phones = [...scene.world.people].filter(
    ([name, { phone }]) => !scene.rights.seesPhone(actor, name) && text.includes(phone),
  );
  return [
    ...unseen.map(({ key }) => `leaked: ${key}`),
    ...phones.map(([name]) => `leaked: phone of ${name}`),
  ];
}

/** Checks that each item has the right of its reader, and each person the phone that they may see. */
function wrongValues(
  scene: RightsScene,
  rights: EverybodysRights,
  { actor }: Case,
  { body, kind }: ShownPart,
): readonly string[] {
  const shown = objectsIn(body);
  const names = new Map([...scene.world.ids.keys()].map((name) => [scene.ref(name).uuid, name]));
  const wrongRights = shown.flatMap(({ uuid, permission }) => {
    const name = names.get(String(uuid));
    // The trash shows the state before the delete.
    if (permission === undefined || name === undefined || kind === 'trash') return [];
    const right = rights.rightOn(actor, name);
    return permission === right ? [] : `permission on ${name} is not ${right}`;
  });
  const phones = [...scene.world.people].flatMap(([name, person]) => {
    const wanted = scene.rights.seesPhone(actor, name) ? person.phone : '';
    const isWrong = shown.some(
      ({ id, phone }) => id === person.id && phone !== undefined && phone !== wanted,
    );
    return isWrong ? `wrong phone of ${name}` : [];
  });
  return [...wrongRights, ...phones];
}

function objectsIn(value: unknown): readonly Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value, ...inside];
}
