/** Does some work only once for each pair of objects. */

/** The same function, which remembers each result as long as both arguments live. */
export function remember<One extends object, Other extends object, Result>(
  compute: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const known = new WeakMap<One, WeakMap<Other, { readonly result: Result }>>()
  return (one, other) => {
    const ofOne = known.get(one) ?? new WeakMap<Other, { readonly result: Result }>()
    known.set(one, ofOne)
    const { result } = ofOne.get(other) ?? { result: compute(one, other) }
    ofOne.set(other, { result })
    return result
  }
}
