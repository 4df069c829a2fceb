/** Codes in the sync log: people read them, and no code does. `path` is Babel's. */
const logCodes = {
  shouldIgnore(path) {
    if (!path.isCallExpression()) return undefined;
    const { callee } = path.node;
    const isNote = callee.type === 'MemberExpression' && callee.property.name === 'note';
    return isNote ? 'a code in the sync log' : undefined;
  },
};

/** What Stryker loads of this module. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'codes-of-the-sync-log', value: logCodes }];
