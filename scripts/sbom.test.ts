import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

interface LockedPackage {
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly integrity?: string;
}

test('[PACK-05] every package of the lock file has a SHA-512, of its own or of its archive', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const fetched = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(fetched.length).toBeGreaterThan(0);
  const unproven = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unproven.map(([path]) => path)).toEqual([]);
});

test('[PACK-04] the SBOM lists the shipped packages, each with its hash, and none that only the build needs', () => {
  const output = execFileSync(process.execPath, ['scripts/sbom.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { bomFormat, metadata, components, dependencies } = JSON.parse(output) as {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { readonly name: string } };
    readonly components: readonly {
      readonly 'bom-ref': string;
      readonly hashes?: readonly { readonly alg: string }[];
    }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: string[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component.name).toBe('foray');
  const refs = components.map((component) => component['bom-ref']);
  const names = refs.map((ref) => ref.slice(0, ref.lastIndexOf('@')));
  const shipped = ['fastify', 'light-my-request', 'pg', 'react', 'tailwindcss', 'workbox-core'];
  expect(names).toEqual(expect.arrayContaining([...shipped, 'zod', '@foray/sync']));
  for (const name of ['vite', 'vitest', 'typescript', '@playwright/test', '@foray/simulation']) {
    expect(names).not.toContain(name);
  }
  const fetched = components.filter((component) => !component['bom-ref'].startsWith('@foray/'));
  const hashed = fetched.filter(({ hashes = [] }) => hashes.some(({ alg }) => alg === 'SHA-512'));
  expect(hashed).toEqual(fetched);
  const known = new Set(['foray', ...names]);
  for (const ref of dependencies.flatMap(({ dependsOn }) => dependsOn)) {
    expect(known).toContain(ref.slice(0, ref.lastIndexOf('@')));
  }
});
