// @ts-check
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin';

/** Codes in the sync log: people read them, and no code does. */
const logCodes = {
  /** @param {import('@stryker-mutator/api/ignore').NodePath} path */
  shouldIgnore(path) {
    if (!path.isCallExpression()) return undefined;
    const { callee } = path.node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
      return undefined;
    return callee.property.name === 'note' ? 'a code in the sync log' : undefined;
  },
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'codes-of-the-sync-log', logCodes),
];
