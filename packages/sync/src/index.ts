export * from './actions.ts';
export * from './conflict.ts';
export * from './device.ts';
export * from './engine.ts';
export * from './local-item.ts';
export * from './meta.ts';
export * from './ports.ts';
export * from './queued-request.ts';
