/** Parameters that say together from where to where. */

/** By the last such word in the name: `starts_before` names an end, `end_after` a beginning. */
const ends = /^(?:until|till|before|to|ends?|max|lte?|upper)$/i
const beginnings = /^(?:from|since|after|starts?|begins?|min|gte?|lower)$/i

/** Whether something is asked for that ends before it begins: nothing is found there, and a service may refuse it. */
export function isReversed(values: ReadonlyMap<string, unknown>): boolean {
  const bounds = [...values].flatMap(([name, value]) => {
    const word = splitWords(name).findLast((one) => ends.test(one) || beginnings.test(one))
    const at = typeof value === 'string' ? Date.parse(value) : value
    return word === undefined || typeof at !== 'number' ? [] : [{ isFirst: beginnings.test(word), at }]
  })
  const first = Math.max(...bounds.filter(({ isFirst }) => isFirst).map(({ at }) => at))
  return bounds.some(({ isFirst, at }) => !isFirst && at <= first)
}

const splitWords = (name: string): readonly string[] =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').split(/[^A-Za-z]+/)
