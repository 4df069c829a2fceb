import type { Chance } from './chance.ts';

type Value = string | number;

/** How many values of a name are kept, the newest. */
const mostOfOne = 60;
/** Names that are not learned: texts stay with their authors, and phone numbers are given out by hand. */
const unlearnt = new Set(['title', 'description', 'name', 'phone', 'labels', 'metadata']);

/** Values from responses, by the name of their field; numbers and uuids by what they name. */
export class KnownValues {
  readonly #values = new Map<string, Value[]>();
  readonly #counts = new Map<string, number>();

  /** Learns from a response of a path such as `/api/sessions`: its ids are also known as `sessions`. */
  learn(path: string, body: unknown): void {
    this.#walk(resourceOf(path), body);
  }

  add(name: string, value: Value): void {
    const values = this.#values.get(name) ?? [];
    if (values.includes(value)) return;
    const count = this.#counts.get(name) ?? 0;
    values[count % mostOfOne] = value;
    this.#values.set(name, values);
    this.#counts.set(name, count + 1);
  }

  /** One of the values of this name; undefined if there are none. */
  one(name: string, chance: Chance): Value | undefined {
    const values = this.#values.get(name) ?? [];
    return values.length === 0 ? undefined : chance.pick(values);
  }

  #walk(resource: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) this.#walk(resource, one);
      return;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    const { id, uuid, phone, type } = fields;
    if (isValue(id) && isValue(uuid)) {
      for (const name of ['item', `${String(type)}s`]) {
        this.add(name, id);
        this.add(name, uuid);
      }
    } else if (isValue(id) && typeof phone === 'string') this.add('person', id);
    else if (isValue(id)) this.add(resource, id);
    for (const [name, inner] of Object.entries(fields)) {
      if (unlearnt.has(name)) continue;
      if (isValue(inner)) this.add(name, inner);
      else this.#walk(resource, inner);
    }
  }
}

function isValue(value: unknown): value is Value {
  return (typeof value === 'string' && value.length <= 300) || typeof value === 'number';
}

/** The resource of a path: its part after /api. */
export function resourceOf(path: string): string {
  return path.split(/[/?]/).find((part) => part !== '' && part !== 'api') ?? '';
}
