/** Writes the source of a check for a JSON Schema of the contract, for `src/validators.ts`. */

/** The keywords that the contract's schemas use. A new one has to be added here too: all others are refused. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'integer'
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** These keywords do not decide which values are right: `format: int32` stands beside its bounds. */
const annotations = new Set(['description', 'format'])
const keywords = new Set(['type', 'required', 'properties', 'items', 'minimum', 'maximum'])

/**
 * The statements of a function that look at the expression `value` and return what is wrong with it, if anything, as a
 * sentence with the JSON pointer of the place. `at` is the source of that pointer, the inside of a template string.
 */
export function checkSource(schema: Schema, value: string, at: string, depth = 0): string {
  const unknown = Object.keys(schema).filter((key) => !keywords.has(key) && !annotations.has(key))
  if (unknown.length > 0) throw new Error(`No check can be written for the keyword ${unknown.join(', ')}.`)
  return checks[schema.type](schema, { value, at, suffix: depth === 0 ? '' : String(depth), depth })
}

interface Place {
  readonly value: string
  readonly at: string
  /** Keeps the names of variables distinct. */
  readonly suffix: string
  readonly depth: number
}

type WriteCheck = (schema: Schema, place: Place) => string

const checks: Readonly<Record<Schema['type'], WriteCheck>> = {
  string: (_, { value, at }) => wrongIf(`typeof ${value} !== 'string'`, at, 'a text'),
  integer: ({ minimum, maximum }, { value, at }) => {
    const bounds = [
      ...(minimum === undefined ? [] : [`${value} >= ${minimum}`]),
      ...(maximum === undefined ? [] : [`${value} <= ${maximum}`]),
    ]
    const isInteger = [`typeof ${value} === 'number'`, `Number.isInteger(${value})`, ...bounds].join(' && ')
    const due = `a whole number${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`
    return wrongIf(`!(${isInteger})`, at, due)
  },
  object: ({ required = [], properties = {} }, { value, at, suffix, depth }) =>
    [
      wrongIf(`!isObject(${value})`, at, 'an object'),
      ...Object.entries(properties).map(([name, schema]) => {
        const member = `${name}${suffix}`
        const check = checkSource(schema, member, `${at}/${name}`, depth + 1)
        const isMissing = `if (${member} === undefined) return \`${at}/${name} is missing\``
        return [
          `const ${member} = ${value}[${JSON.stringify(name)}]`,
          ...(required.includes(name) ? [isMissing, check] : [unlessAbsent(member, check)]),
        ].join('\n')
      }),
    ].join('\n'),
  array: ({ items }, { value, at, suffix, depth }) => {
    const isArray = wrongIf(`!Array.isArray(${value})`, at, 'an array')
    if (items === undefined) return isArray
    const [index, item] = [`index${suffix}`, `item${suffix}`]
    return [
      isArray,
      `for (let ${index} = 0; ${index} < ${value}.length; ${index} += 1) {`,
      `const ${item}: unknown = ${value}[${index}]`,
      checkSource(items, item, `${at}/\${${index}}`, depth + 1),
      '}',
    ].join('\n')
  },
}

const wrongIf = (condition: string, at: string, due: string): string =>
  `if (${condition}) return \`${at === '' ? 'the value' : at} is not ${due}\``

/** Guards the check. If it is a single line, the line gets one more condition. */
const unlessAbsent = (member: string, check: string): string =>
  check.includes('\n')
    ? `if (${member} !== undefined) {\n${check}\n}`
    : check.replace('if (', `if (${member} !== undefined && `)
