const logMethods = new Set(['debug', 'info', 'warn', 'error', 'fatal', 'note']);
const logs = new Set(['log', 'logger', 'console', 'unit']);
const className = /^class(Name)?(es|Of)?$|Class(Name)?(es|Of)?$/;

/**
 * Leaves out mutants that change only the text of a fault or the look of the page: log lines, messages of
 * thrown bugs, and class names with their conditions. No test has to repeat those.
 */
export const ignoredKinds = {
  /** @param path Babel's */
  shouldIgnore({ node }) {
    switch (node.type) {
      case 'CallExpression':
        if (isLogCall(node.callee)) return 'a line of a log';
        return node.callee.name === 'classNames' ? 'class names' : undefined;
      case 'NewExpression':
        return node.callee.name === 'Error' ? 'the message of a bug' : undefined;
      case 'JSXAttribute':
        return className.test(node.name.name) ? 'class names' : undefined;
      case 'VariableDeclarator':
        return className.test(node.id.name) ? 'class names' : undefined;
      default:
        return undefined;
    }
  },
};

/** A call of a method of a log: `log.info`, `this.#log.note`, `request.log.warn`. */
function isLogCall(callee) {
  if (callee.type !== 'MemberExpression' || !logMethods.has(callee.property.name)) return false;
  const { object } = callee;
  const owner = object.type === 'MemberExpression' ? object.property : object;
  return logs.has(owner.id?.name ?? owner.name);
}

/** The entry of this module that Stryker loads. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'ignored-kinds', value: ignoredKinds }];
