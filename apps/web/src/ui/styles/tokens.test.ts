import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: '@theme' | '.dark'): ReadonlyMap<string, string> {
  const start = source.indexOf(`${selector} {`);
  const block = source.slice(start, source.indexOf('\n}', start));
  return new Map(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [
      m[1] ?? '',
      m[2] ?? '',
    ]),
  );
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const pairs: readonly {
  readonly front: string;
  readonly on: readonly string[];
  readonly atLeast: number;
}[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent-ink', 'danger-ink'].map((front) => ({
    front,
    on: grounds,
    atLeast: 4.5,
  })),
  { front: 'on-accent', on: ['accent', 'accent-hover'], atLeast: 4.5 },
  { front: 'on-danger', on: ['danger', 'danger-hover'], atLeast: 4.5 },
  { front: 'accent-ink', on: ['accent-soft'], atLeast: 4.5 },
  { front: 'ink', on: ['accent-soft', 'lifted'], atLeast: 4.5 },
  ...['ink-2', 'ink-3', 'danger-ink'].map((front) => ({
    front,
    on: ['accent-soft'],
    atLeast: 4.5,
  })),
  ...['campaign', 'task', 'todo', 'high', 'medium', 'low'].map((front) => ({
    front,
    on: ['accent-soft'],
    atLeast: 3,
  })),
  { front: 'danger-ink', on: ['danger-soft'], atLeast: 4.5 },
  { front: 'warning-ink', on: ['warning-soft'], atLeast: 4.5 },
  ...[
    'campaign',
    'task',
    'todo',
    'created',
    'updated',
    'deleted',
    'completed',
    'assigned',
    'high',
    'medium',
    'low',
    'line-strong',
  ].map((front) => ({ front, on: ['canvas', 'surface', 'raised'], atLeast: 3 })),
];

for (const theme of ['@theme', '.dark'] as const) {
  test(`on every background of ${theme} the contrast of text is 4.5:1 and that of marks 3:1`, () => {
    const tokens = tokensOf(theme);
    const color = (name: string) => {
      const value = tokens.get(name);
      if (value === undefined) throw new Error(`${theme} has no --color-${name}`);
      return value;
    };
    const faint = pairs.flatMap(({ front, on, atLeast }) =>
      on.flatMap((ground) => {
        const ratio = contrast(color(front), color(ground));
        return ratio >= atLeast ? [] : [`${front} on ${ground}: ${ratio.toFixed(2)} of ${atLeast}`];
      }),
    );
    expect(faint).toEqual([]);
  });
}

test('light and dark define the same names', () => {
  expect([...tokensOf('.dark').keys()].sort()).toEqual([...tokensOf('@theme').keys()].sort());
});
