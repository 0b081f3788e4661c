/** Kinds of values in the requests of the foreign services: how they are written as text, and which are right. */

/** A kind of value. */
export interface Kind<Value> {
  /** The value that a parameter's text stands for; undefined for none. */
  readonly read: (text: string) => unknown
  readonly is: (value: unknown) => value is Value
}

const kind = <Value>(
  is: (value: unknown) => boolean,
  read: Kind<Value>['read'] = (text) => text,
): Kind<Value> => ({
  read,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind below says which type its test stands for
  is: is as Kind<Value>['is'],
})

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = (least: number, most: number, pattern = /^/): Kind<string> =>
  kind((value) => {
    if (typeof value !== 'string') return false
    // A character beyond U+FFFF is one (JSON Schema, 6.3.1).
    const { length } = Array.from(value)
    return length >= least && length <= most && pattern.test(value)
  })

export const matching = (pattern: RegExp): Kind<string> => text(0, Infinity, pattern)
export const oneOf = <Value extends string>(...values: readonly Value[]): Kind<Value> =>
  kind((value) => values.some((one) => one === value))

export const whole = (least: number, most = Infinity): Kind<number> =>
  kind(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    readWith(/^-?\d+$/),
  )

/** A number above `over`, if given, of at least `least` and at most `most`. */
export const decimal = ({ least = -Infinity, over = -Infinity, most = Infinity }): Kind<number> =>
  kind(
    (value) => typeof value === 'number' && value >= least && value > over && value <= most,
    readWith(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i),
  )

export const flag: Kind<boolean> = kind(
  (value) => typeof value === 'boolean',
  (written) => (written === 'true' ? true : written === 'false' ? false : undefined),
)

export const uuid = matching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)
export const email = matching(
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i,
)

/** RFC 3339: a full date, and a date with time and offset. */
export const date: Kind<string> = kind(
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value),
)
export const dateTime: Kind<string> = kind((value) => {
  const shape =
    /^(\d{4}-\d\d-\d\d)[t ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
  if (typeof value !== 'string' || !isDay(shape.exec(value)?.[1] ?? '')) return false
  // A leap second is the last of its day.
  return !value.includes(':60') || new Date(timeOf(value)).toISOString().includes('T23:59:59')
})

/** The time in milliseconds since 1970; a leap second is the second before it. */
export const timeOf = (written: string): number =>
  Date.parse(written.replace(' ', 'T').replace(':60', ':59').toUpperCase())

export const orNull = <Value>({ is, read }: Kind<Value>): Kind<Value | null> =>
  kind((value) => value === null || is(value), read)

export const either = <One, Other>(one: Kind<One>, other: Kind<Other>): Kind<One | Other> =>
  kind((value) => one.is(value) || other.is(value))

/** A list without repeated values; in a parameter, the values are between commas. */
export const listOf = <Value>(
  item: Kind<Value>,
  least: number,
  most: number,
  isUnique = true,
): Kind<readonly Value[]> =>
  kind(
    (value) =>
      Array.isArray(value) &&
      value.length >= least &&
      value.length <= most &&
      (!isUnique || new Set(value).size === value.length) &&
      value.every((one) => item.is(one)),
    (written) => written.split(',').map((one) => item.read(one)),
  )

/** The members that are wrong or lacking, with `*` for one that there is not. */
export const wrongMembers = (
  members: Readonly<Record<string, Kind<unknown>>>,
  required: readonly string[],
  value: Members,
): readonly string[] => [
  ...required.filter((name) => !(name in value)),
  ...Object.entries(value).flatMap(([name, given]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    return member === undefined ? ['*'] : member.is(given) ? [] : [name]
  }),
]

/** An object of these members and no others; where none is named, all are required. */
export const record = (
  members: Readonly<Record<string, Kind<unknown>>>,
  required = Object.keys(members),
): Kind<Members> => kind((value) => isObject(value) && wrongMembers(members, required, value).length === 0)

function readWith(pattern: RegExp): (text: string) => unknown {
  return (written) => (pattern.test(written) ? Number(written) : undefined)
}

function isDay(written: string): boolean {
  const time = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written)
}
