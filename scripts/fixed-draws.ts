import fc from 'fast-check';

// Each run draws the same cases, so that a failure is due to the change; `npm run test:full` draws others.
fc.configureGlobal({ seed: Number(process.env['DRAW_SEED'] ?? 1) });
