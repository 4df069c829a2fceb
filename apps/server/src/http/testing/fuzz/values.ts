import type { Chance } from './chance.ts';
import type { Contract, Schema } from './contract.ts';
import {
  days,
  hostileTexts,
  lengths,
  moments,
  nearDays,
  nearMoments,
  nearNumbers,
  samples,
  unstorableTexts,
} from './samples.ts';

/** The quality of a value for its schema: right, with one thing wrong, or meant to break something. */
export type Quality = 'good' | 'near' | 'hostile';

/** The sources of values that a schema alone does not determine. */
export interface ValueSources {
  /** A value for a field of this name that the sender may know. */
  known(name: string): string | number | undefined;
  /** A text of the sender that occurs nowhere else. */
  text(): string;
  /** A request for an entry of a batch: its method, url and data. */
  entry(): Readonly<Record<string, unknown>>;
}

/** Makes values by the schemas of a document. */
export class DrawnValues {
  readonly #chance: Chance;
  readonly #contract: Contract;
  readonly #sources: ValueSources;

  constructor(chance: Chance, contract: Contract, sources: ValueSources) {
    this.#chance = chance;
    this.#contract = contract;
    this.#sources = sources;
  }

  /** A value for a field of this name; undefined if the schema allows none. */
  make(schema: Schema, name: string, quality: Quality): unknown {
    if (quality === 'good') return this.#good(schema, name);
    return this.#spoil(schema, name, this.#good(schema, name), quality);
  }

  #good(schema: Schema, name: string): unknown {
    const chance = this.#chance;
    const whole = this.#contract.resolve(schema);
    if (whole.anyOf !== undefined) {
      const some = whole.anyOf.filter((one) => one.type !== 'null' || chance.is(0.2));
      return this.#good(chance.pick(some), name);
    }
    if (whole['const'] !== undefined) return whole['const'];
    if (Array.isArray(whole['enum'])) return chance.pick(whole['enum']);
    const type = typeof whole.type === 'string' ? whole.type : chance.pick(whole.type ?? ['any']);
    if (type === 'object') return this.#object(whole);
    if (type === 'array') {
      const length = chance.pick([0, 1, 1, 2, 3, 5]);
      const least = Number(whole['minItems'] ?? 0);
      const items = whole.items ?? {};
      return Array.from({ length: Math.max(least, length) }, () => this.#good(items, name));
    }
    if (type === 'boolean') return chance.is(0.5);
    if (type === 'null') return null;
    const known = chance.is(0.85) ? this.#sources.known(name) : undefined;
    if (type === 'integer' || type === 'number') {
      const { minimum = 0, maximum = 1_000 } = whole as { minimum?: number; maximum?: number };
      if (typeof known === 'number') return known;
      return Math.max(0, minimum) + chance.below(Math.min(maximum - minimum, 5) + 1);
    }
    if (known !== undefined && !(typeof known === 'number' && type === 'any')) return String(known);
    return this.#text(whole, name);
  }

  #text(schema: Schema, name: string): string {
    const chance = this.#chance;
    const format = schema['format'];
    if (format === 'uuid') return chance.uuid();
    if (format === 'date') return chance.pick(days);
    if (format === 'date-time') return chance.pick(moments);
    const own = samples[name];
    if (own !== undefined) return chance.pick(own);
    if (Array.isArray(schema['examples'])) return String(chance.pick(schema['examples']));
    return this.#sources.text();
  }

  #object({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const isEntry = ['method', 'url', 'data'].every((name) => name in properties);
    const made: Record<string, unknown> = {};
    // Many fields at once rarely fit together.
    const share = this.#chance.pick([0, 0.1, 0.1, 0.5]);
    for (const [name, schema] of Object.entries(properties)) {
      if (required.includes(name) || this.#chance.is(share)) made[name] = this.#good(schema, name);
    }
    return isEntry ? { ...made, ...this.#sources.entry() } : made;
  }

  /** The same value with one thing changed somewhere in it. */
  #spoil(schema: Schema, name: string, value: unknown, quality: 'near' | 'hostile'): unknown {
    const chance = this.#chance;
    const whole = this.#contract.resolve(schema);
    if (Array.isArray(value) && value.length > 0 && chance.is(0.8)) {
      const at = chance.below(value.length);
      const spoilt = this.#spoil(whole.items ?? {}, name, value[at], quality);
      return value.with(at, spoilt);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && chance.is(0.8)) {
      const properties = whole.properties ?? {};
      const names = [...new Set([...Object.keys(value), ...Object.keys(properties)])];
      if (names.length > 0) {
        const field = chance.pick(names);
        const inner = (value as Record<string, unknown>)[field];
        const spoilt = this.#spoil(properties[field] ?? {}, field, inner, quality);
        return { ...value, [field]: spoilt };
      }
    }
    return quality === 'near' ? this.#near(whole, value) : this.#hostile();
  }

  #near(schema: Schema, value: unknown): unknown {
    const chance = this.#chance;
    const others: unknown[] = [null, undefined, '', [], {}, true, 'x', 1, [value], { value }];
    if (chance.is(0.4)) return chance.pick(others);
    if (typeof value === 'number') {
      const { minimum = 0, maximum = 1_000 } = schema as { minimum?: number; maximum?: number };
      return chance.pick([minimum - 1, maximum + 1, String(value), -value, ...nearNumbers]);
    }
    if (typeof value === 'string') {
      const most = Number(schema['maxLength'] ?? 255);
      const length = chance.pick([most, most + 1, ...lengths]);
      const odd = [` ${value} `, value.toUpperCase(), `${value}\n`, value.slice(1), `${value}0`];
      return chance.pick([...odd, ...nearDays, ...nearMoments, '25:00', 'x'.repeat(length)]);
    }
    if (Array.isArray(value)) {
      const length = Number(schema['maxItems'] ?? 200) + 1;
      return chance.pick([
        [...value, ...value],
        Array.from({ length }, () => value[0]),
        { ...value },
      ]);
    }
    if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value);
      const lacking = Object.fromEntries(fields.slice(1));
      return chance.pick([lacking, { ...value, extra: 1, id: 1, user_id: 1 }, fields]);
    }
    return chance.pick(others);
  }

  #hostile(): unknown {
    const chance = this.#chance;
    const luck = chance.below(10);
    if (luck < 3) return chance.pick(unstorableTexts);
    if (luck < 6) return chance.pick(hostileTexts);
    if (luck === 6) return nested(chance.pick([31, 32, 33, 2_000]), chance.is(0.5));
    if (luck === 7) return 'x'.repeat(chance.pick([10_001, 100_000, 400_000]));
    // Parsed from JSON, so that these are own fields.
    if (luck === 8)
      return JSON.parse('{"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}');
    return chance.pick([1e308, -1e308, 2 ** 63, 5e-324, Array.from({ length: 2_000 }, () => 0)]);
  }
}

function nested(levels: number, isArray: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = isArray ? [value] : { a: value };
  return value;
}
