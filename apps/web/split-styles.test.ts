import { splitStyles } from './split-styles.ts';

/** Rules of classes in the order of their sheet; each sets a property that another one sets too. */
const rules = [
  '.m-2{margin:2px}',
  '.mt-1{margin-top:1px}',
  '.rounded{border-radius:4px}',
  '.border{border-width:1px}',
  '.text-meta{font-size:12px;line-height:16px}',
  '.leading-5{line-height:20px}',
  ':where(.divide-y>:not(:last-child)){border-block-width:1px}',
  '.hover\\:m-1:hover{margin:1px}',
];
const classes = [
  'm-2',
  'mt-1',
  'rounded',
  'border',
  'text-meta',
  'leading-5',
  'divide-y',
  'hover:m-1',
];
/** The places of rules for the same property. */
const overlapping = [
  [0, 1],
  [0, 7],
  [1, 7],
  [3, 6],
  [4, 5],
] as const;

const sheetOf = (utilities: string, others = '') =>
  `@layer theme,base,utilities;@layer utilities{${utilities}}${others}`;

test('[PERF-01] the later styles change the order of no two rules for the same property', () => {
  for (let chosen = 0; chosen < 2 ** rules.length; chosen += 1) {
    const code = classes.filter((_, place) => (chosen >> place) & 1).join(' ');
    const { first, rest } = splitStyles(sheetOf(rules.join('')), code);
    const places = rules.map((rule) => (first + rest).lastIndexOf(rule));
    for (const [earlier, later] of overlapping) {
      expect(places[earlier], `${code}: ${rules[earlier]}`).toBeGreaterThan(0);
      expect(places[earlier], `${code}: ${rules[later]}`).toBeLessThan(places[later] ?? 0);
    }
    for (const [place, rule] of rules.entries()) {
      expect(first.includes(rule), `${code}: ${rule}`).toBe(((chosen >> place) & 1) === 1);
    }
  }
});

test('[PERF-01] rules of later classes are repeated with the conditions around them', () => {
  const sheet = sheetOf(
    '.p-1{padding:1px}@media (hover:hover){.a\\:p-2:hover{padding:2px}.b{top:0}}',
  );
  const { first, rest } = splitStyles(sheet, 'const look = `a:p-2 b`');
  expect(first).toContain('@media (hover:hover){.a\\:p-2:hover{padding:2px}.b{top:0}}');
  expect(rest).toBe(
    '@layer utilities{.p-1{padding:1px}@media (hover:hover){.a\\:p-2:hover{padding:2px}}}',
  );
});

test('[PERF-01] the first styles have the movements and variables that they use, and no others', () => {
  const licence = '/*! MIT License */\n';
  const theme = '@layer theme{:root{--animate-in:fade .1s;--animate-out:leave .1s}}';
  const moves = '@keyframes fade{0%{opacity:0}}@keyframes leave{to{opacity:0}}';
  const variables = '@property --x{syntax:"*"}@property --y{syntax:"*"}';
  const media = '@media print{html{color:#000}}.dark{color:#fff}';
  const utilities =
    '.in{animation:var(--animate-in);--x:1}.out{animation:var(--animate-out);--y:1}';
  const { first, rest } = splitStyles(
    licence + theme + sheetOf(utilities, moves + variables + media),
    'in',
  );
  expect(rest).toBe(
    '@layer utilities{.out{animation:var(--animate-out);--y:1}}' +
      '@keyframes leave{to{opacity:0}}@property --y{syntax:"*"}@media print{html{color:#000}}',
  );
  expect(first).toBe(
    `${licence}${theme}@layer theme,base,utilities;@layer utilities{.in{animation:var(--animate-in);--x:1}}` +
      '@keyframes fade{0%{opacity:0}}@property --x{syntax:"*"}.dark{color:#fff}',
  );
});
