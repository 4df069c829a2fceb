import { readFileSync } from 'node:fs';

/** The direct and indirect imports of `main.tsx`: modules of the app by their paths, others by name. */
function firstModules(): readonly string[] {
  const modules = new Set([new URL('../../main.tsx', import.meta.url).href]);
  for (const one of modules) {
    if (!one.startsWith('file:')) continue;
    const source = readFileSync(new URL(one), 'utf8');
    const imports = source.matchAll(/^(?:import|export) (?!type )[^;]*?'([^']+)';/gm);
    for (const [, name = ''] of imports) {
      modules.add(/^\..*\.tsx?$/.test(name) ? new URL(name, one).href : name);
    }
  }
  return [...modules].map((one) => one.replace(/^file:.*\/src\//, ''));
}

test('[PERF-01] the first script contains no icons, drawings, texts or screens that are only shown later', () => {
  const modules = firstModules();
  expect(modules).toContain('ui/icons/first-icons.ts');
  for (const later of [
    'ui/icons/list-icons.ts',
    'ui/icons/more-drawings.tsx',
    'messages/list-messages.ts',
    'messages/lazy-messages.ts',
    'app/routing/screens.ts',
    // The first script has only the location part of wouter.
    'wouter',
  ]) {
    expect(modules).not.toContain(later);
  }
});
