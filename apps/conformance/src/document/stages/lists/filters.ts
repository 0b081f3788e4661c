/** What filters find: all that has the value, and nothing else; two what both find, and two values of one what either does. */
import { isFilter, memberCalled, memberOf } from '../../paging.ts'
import type { AnyContract, Parameter } from '../../model.ts'
import { validatorFor } from '../../schemas.ts'
import { demandsFor, shapesOf, type Shape } from '../../values/shape.ts'
import { type Plan, type Values, withValues } from '../plan.ts'
import { namesOf, see, type Shown, twice, type Walked } from './walk.ts'

/** A parameter that is called as a member of the items, with what came for each value. */
interface Filter {
  readonly parameter: Parameter
  readonly member: string
  readonly kind: 'name' | 'number' | 'text'
  /** The values that the document lists, in its order. */
  readonly listed: readonly unknown[]
  readonly isArray: boolean
  readonly found: Map<unknown, Found>
}

/** What came, with the names of items that should have come, too, and the items that should not. */
interface Found extends Walked {
  readonly names: ReadonlySet<string>
  readonly lost: readonly string[]
  readonly strays: readonly unknown[]
}

const mostValues = 4

/** Alone, and those that find exactly what they should also together. */
export const filters = twice('what filters find', 'filters', async (plain) => {
  const all = await see(plain)
  const shown: Shown[] = []
  const exact: Filter[] = []
  if (all === undefined) return shown
  for (const parameter of plain.operation.parameters.filter((one) => isFilter(one))) {
    const filter = await filterBy(plain, parameter, all)
    const fault = filter && faultOf(filter, all)
    if (fault !== undefined) shown.push(fault)
    else if (filter?.found.values().every(({ lost, strays }) => lost.length + strays.length === 0) === true)
      exact.push(filter)
  }
  for (const [at, one] of exact.entries()) {
    for (const { pages } of one.found.values()) shown.push({ came: undefined, due: '', pages })
    for (const other of exact.slice(one.isArray ? at : at + 1))
      shown.push(...(await shownByBoth(plain, all, one, other)))
  }
  return shown
})

/** Undefined where it is not clear what the parameter finds. */
async function filterBy(plain: Plan, parameter: Parameter, all: Walked): Promise<Filter | undefined> {
  const { contract } = plain.player.oracle.service
  const member = memberCalled(all.items, parameter.name)
  const [whole, ...others] = shapesOf(demandsFor(contract, parameter.schema)).filter(
    ({ types }) => types.join() !== 'null',
  )
  const isArray = whole?.types.join() === 'array'
  const shape = isArray ? shapesOf(whole.itemDemands(0))[0] : whole
  if (member === undefined || shape === undefined || others.length > 0) return undefined
  const listed = shape.valuesOf('enum').flat()
  const filter: Filter = { parameter, member, kind: kindOf(shape, member), listed, isArray, found: new Map() }
  const values = new Set(all.items.flatMap((item) => valuesIn(item, filter)))
  for (const value of [...values].filter((one) => isRight(contract, filter, one)).slice(0, mostValues)) {
    const found = await find(plain, [write(filter, value)])
    if (found === undefined) continue
    const due = namesOf(all.items.filter((item) => has(item, filter, value)))
    const lost = due.filter((name) => !found.names.has(name))
    const strays = found.items.filter((item) => !has(item, filter, value))
    filter.found.set(value, { ...found, lost, strays })
  }
  return filter
}

function kindOf(shape: Shape, member: string): Filter['kind'] {
  const isNamed = shape.has('enum', 'pattern')
  if (isNamed || /id$/i.test(member) || shape.types.includes('boolean')) return 'name'
  return shape.types.includes('integer') ? 'number' : 'text'
}

/** What is sent for these. */
const write = ({ parameter, isArray }: Filter, ...values: readonly unknown[]) =>
  [parameter, isArray ? values : values[0]] as const

/** Of free texts, only plain words: others may mean something to a search. */
const isRight = (contract: AnyContract, filter: Filter, value: unknown): boolean => {
  const [{ schema }, sent] = write(filter, value)
  const isPlain = typeof value !== 'string' || filter.kind === 'name' || /^[\p{L} ]{3,}$/u.test(value)
  return isPlain && validatorFor(contract, schema, 'request')(sent).length === 0
}

/** The texts, numbers and flags that the member is or has. */
const valuesIn = (item: unknown, { member }: Filter): readonly unknown[] =>
  [memberOf(item, member)].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))

const has = (item: unknown, filter: Filter, value: unknown): boolean => valuesIn(item, filter).includes(value)

/** Undefined where the list does not come, or not as a whole. */
async function find(plain: Plan, wanted: Values) {
  const came = await see(withValues(plain, wanted))
  return came?.isWhole === true ? { ...came, names: new Set(namesOf(came.items)) } : undefined
}

function faultOf(filter: Filter, all: Walked): Shown | undefined {
  const { parameter, member, kind, found } = filter
  const tell = (value: unknown, what: string): Shown => ({
    came: `${parameter.name}=${String(value)} ${what}`,
    due: `each item whose ${member} it is, and no other`,
    pages: [...all.pages, ...(found.get(value)?.pages ?? [])],
  })
  const [value, one] = [...found].find(([, { lost }]) => lost.length > 0) ?? []
  // What never finds its own may be filtered by something else.
  const isOfIt = kind === 'name' || found.values().some(({ lost }) => lost.length === 0)
  if (one !== undefined) return isOfIt ? tell(value, `without ${one.lost[0]}`) : undefined
  const [wanted, stray] = kind === 'text' ? [] : strayIn(filter, all)
  const what = `with an item whose ${member} is ${JSON.stringify(stray)}`
  return wanted === undefined ? undefined : tell(wanted, what)
}

/**
 * A value that finds another. Some filters find at least or at most what is asked for, or what belongs to it, too: of two
 * values, only one then finds the other. A number may also be how many are wanted.
 */
function strayIn(filter: Filter, { items }: Walked): readonly unknown[] {
  const { kind, listed, found } = filter
  const finds = (value: unknown, other: unknown): boolean =>
    found.get(value)?.strays.some((item) => has(item, filter, other)) === true
  const values = [...found.keys()].filter((value) => kind !== 'number' || Number(value) < items.length)
  const pairs = values.flatMap((value) => values.map((other) => [value, other] as const))
  const isBy = (sign: number): boolean =>
    pairs.every(
      ([value, other]) => finds(value, other) === sign * (listed.indexOf(other) - listed.indexOf(value)) > 0,
    )
  const isInOrder = listed.length === 0 || isBy(1) || isBy(-1)
  return pairs.find(([value, other]) => finds(value, other) && (!isInOrder || finds(other, value))) ?? []
}

/** Two values together: of two filters, or of one that takes several. The first that tell something are tried. */
async function shownByBoth(plain: Plan, all: Walked, one: Filter, other: Filter): Promise<readonly Shown[]> {
  const isSame = one === other
  const pairs = [...one.found].flatMap((first) => [...other.found].map((second) => [first, second] as const))
  const pair = pairs.find(([[, { names: first }], [, { names: second }]]) =>
    // What has both values of one filter may be left out by it, or not.
    isSame ? first.isDisjointFrom(second) : !first.isSubsetOf(second) && !second.isSubsetOf(first),
  )
  if (pair === undefined) return []
  const [[value, some], [own, others]] = pair
  const wanted = isSame ? [write(one, value, own)] : [write(one, value), write(other, own)]
  const both = await find(plain, wanted)
  if (both === undefined) return []
  const due = isSame ? some.names.union(others.names) : some.names.intersection(others.names)
  // Of what has several tags, all that are asked for may be needed.
  const isLax = isSame && all.items.some((item) => Array.isArray(memberOf(item, one.member)))
  const less = isLax || due.isSubsetOf(both.names) ? undefined : 'less'
  const how = both.names.isSubsetOf(due) ? less : 'more'
  const what = wanted.map(([{ name }, sent]) => `${name}=${String(sent)}`).join(' and ')
  const pages = [some, others, both].flatMap((found) => found.pages)
  return [
    { came: how && `${what} with ${how}`, due: `what ${isSame ? 'either' : 'each'} finds alone`, pages },
  ]
}
