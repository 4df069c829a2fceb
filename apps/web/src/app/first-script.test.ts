import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The modules that come with `main.tsx`: all that imports lead to which run before it. */
function firstModules(): readonly string[] {
  const modules = new Set([new URL('../main.tsx', import.meta.url).href]);
  for (const one of modules) {
    const source = readFileSync(new URL(one), 'utf8');
    const imports = source.matchAll(/^(?:import|export) (?!type )[^;]*?'(\.[^']+\.tsx?)';/gm);
    for (const [, path = ''] of imports) modules.add(new URL(path, one).href);
  }
  return [...modules].map((one) => one.replace(/^.*\/src\//, ''));
}

test('[PERF-01] the first script has neither icons nor drawings nor texts that only later parts show', () => {
  const modules = firstModules();
  expect(modules).toContain('ui/first-icons.ts');
  for (const later of [
    'ui/more-icons.ts',
    'ui/more-drawings.tsx',
    'messages/more-messages.ts',
    'messages/preferences-messages.ts',
  ]) {
    expect(modules).not.toContain(later);
  }
});
