/** Methods whose code may not be loaded yet: each returns a promise. */
export type LateMethods<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/**
 * The methods of `early`, which are there at once, and those that `load` loads: a call of such a method waits
 * for the code. `early` wins if both have a name.
 */
export function lateMethods<Early extends object, Late extends object>(
  early: Early,
  load: () => Promise<Late>,
): Early & LateMethods<Late> {
  const methods = new Map<PropertyKey, unknown>(Object.entries(early));
  return new Proxy(early, {
    get(_, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const method = async (...args: readonly unknown[]): Promise<unknown> => {
        const late = await load();
        return (late[name as keyof Late] as (...args: readonly unknown[]) => unknown)(...args);
      };
      // The same function each time, as with a plain object.
      methods.set(name, method);
      return method;
    },
  }) as Early & LateMethods<Late>;
}
