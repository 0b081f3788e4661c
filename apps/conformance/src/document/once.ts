/** What is made once, and then known. */

/** Makes a value for each owner and key once; it is kept as long as its owner. */
export function once<Value>(): (owner: object, key: string, make: () => Value) => Value {
  const all = new WeakMap<object, Map<string, Value>>()
  return (owner, key, make) => {
    const known = all.get(owner) ?? new Map<string, Value>()
    all.set(owner, known)
    const value = known.get(key) ?? make()
    known.set(key, value)
    return value
  }
}
