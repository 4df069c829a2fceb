import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The exports that the device needs before it draws anything; see architecture.md, "Layout". */
const entry = `
  import * as contract from '@foray/contract';
  export const used = [
    contract.deviceRoutes, contract.errorStatus, contract.formatEtag, contract.headerNames,
    contract.isErrorBody, contract.parseEtag, contract.parseItemRequest, contract.pathOf,
    contract.protocol, contract.wireError,
  ];
`;

test('the entry that a device loads first contains no Zod', async () => {
  const bundle = await rolldown({
    input: 'entry',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) => (id === '\0entry' ? entry : null),
      },
      {
        name: 'self',
        resolveId: (id) =>
          id === '@foray/contract' ? fileURLToPath(new URL('../index.ts', import.meta.url)) : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const modules = Object.keys(output[0].modules);
  expect(modules.filter((id) => id.includes('zod'))).toEqual([]);
  expect(modules.some((id) => id.endsWith('guards.ts'))).toBe(true);
  expect(output).toHaveLength(1);
});
