// Writes openapi.json from the table of routes: `npm run openapi -w packages/contract`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const bundle = await rolldown({ input: here('src/routes/openapi.ts'), platform: 'node' });
const { output } = await bundle.generate({ format: 'esm' });
await bundle.close();

const source = `data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`;
const { openApiDocument } = await import(source);
await writeFile(here('openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
