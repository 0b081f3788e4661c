/** What filters find: all that has the value, and nothing else; two what both find, and two values of one what either does. */
import { isFilter, memberOf } from '../../paging.ts'
import type { AnyContract, Parameter } from '../../model.ts'
import { validatorFor } from '../../schemas.ts'
import { itemDemands, keywordsOf, listOf, type Shape, shapesOf } from '../../values/shape.ts'
import { type Plan, withValues } from '../plan.ts'
import { memberCalled } from './member-called.ts'
import { type Shown, twice } from './twice.ts'
import { namesOf, see, type Walked } from './walk.ts'

/** A parameter that is called as a member of the items, with what came for each value. */
interface Filter {
  readonly parameter: Parameter
  readonly member: string
  readonly kind: 'name' | 'number' | 'text'
  /** The values that the document lists, in its order. */
  readonly listed: readonly unknown[]
  readonly isArray: boolean
  readonly found: Map<unknown, Walked>
}

const mostValues = 4

/** Alone, and those that find exactly what they should also together. */
export const filters = twice('what filters find', 'filters', async (plain) => {
  const all = await see(plain)
  const shown: Shown[] = []
  const exact: Filter[] = []
  if (all === undefined) return shown
  for (const parameter of plain.operation.parameters.filter((one) => isFilter(one))) {
    const filter = await filterBy(plain, parameter, all.items)
    const fault = filter && faultOf(filter, all)
    if (fault !== undefined) shown.push(fault)
    else if (filter !== undefined && isExact(filter)) exact.push(filter)
  }
  for (const [at, one] of exact.entries()) {
    for (const { pages } of one.found.values()) shown.push({ came: undefined, due: '', pages })
    for (const other of exact.slice(one.isArray ? at : at + 1))
      shown.push(...(await shownByBoth(plain, one, other)))
  }
  return shown
})

/** Undefined where it is not clear what the parameter finds. */
async function filterBy(
  plain: Plan,
  parameter: Parameter,
  items: readonly unknown[],
): Promise<Filter | undefined> {
  const { contract } = plain.player.oracle.service
  const member = memberCalled(items, parameter.name, ['s'])
  const [whole, ...others] = shapesOf(contract, [parameter.schema]).filter(
    ({ types }) => types.join() !== 'null',
  )
  const isArray = whole?.types.join() === 'array'
  const shape = isArray ? shapesOf(contract, itemDemands(whole, 0))[0] : whole
  if (member === undefined || shape === undefined || others.length > 0) return undefined
  const listed = keywordsOf(shape, 'enum').flatMap(([, values]) => listOf(values))
  const filter: Filter = { parameter, member, kind: kindOf(shape, member), listed, isArray, found: new Map() }
  const values = new Set(items.flatMap((item) => valuesIn(item, member)))
  for (const value of [...values].filter((one) => isRight(contract, filter, one)).slice(0, mostValues)) {
    const some = await see(withValues(plain, [write(filter, value)]))
    if (some?.isWhole === true) filter.found.set(value, some)
  }
  return filter
}

function kindOf(shape: Shape, member: string): Filter['kind'] {
  const isNamed = ['enum', 'pattern'].some((keyword) => keywordsOf(shape, keyword).length > 0)
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

const setOf = (items: readonly unknown[]): ReadonlySet<string> => new Set(namesOf(items))

/** The texts, numbers and flags that a member is or has. */
const valuesIn = (item: unknown, member: string): readonly unknown[] =>
  [memberOf(item, member)].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))

const isExact = ({ member, found }: Filter): boolean =>
  [...found].every(([value, { items }]) => items.every((item) => valuesIn(item, member).includes(value)))

/** A value, with what is wrong with what it finds. */
type Wrong = readonly [value: unknown, came: string]

function faultOf(filter: Filter, all: Walked): Shown | undefined {
  const { parameter, member, found } = filter
  const wrong = lostIn(filter, all) ?? strayIn(filter, all)
  if (wrong === undefined) return undefined
  const [value, what] = wrong
  return {
    came: `${parameter.name}=${String(value)} ${what}`,
    due: `each item whose ${member} it is, and no other`,
    pages: [...all.pages, ...(found.get(value)?.pages ?? [])],
  }
}

/** A value that does not find an item that has it. What never finds its own may be filtered by something else. */
function lostIn({ member, kind, found }: Filter, { items: all }: Walked): Wrong | undefined {
  const lost = [...found].map(([value, { items }]) => {
    const due = all.filter((item) => valuesIn(item, member).includes(value))
    return [value, setOf(due).difference(setOf(items)).values().next().value] as const
  })
  const isOfIt = kind === 'name' || lost.some(([, name]) => name === undefined)
  const [value, name] = lost.find(([, one]) => one !== undefined) ?? []
  return isOfIt && name !== undefined ? [value, `without ${name}`] : undefined
}

/**
 * A value that finds another. Some filters find at least or at most what is asked for, or what belongs to it, too: of two
 * values, only one then finds the other. A number may also be how many are wanted, and a text any part.
 */
function strayIn({ member, kind, listed, found }: Filter, { items: all }: Walked): Wrong | undefined {
  const finds = (value: unknown, other: unknown): boolean =>
    (found.get(value)?.items ?? []).some((item) => {
      const own = valuesIn(item, member)
      return own.includes(other) && !own.includes(value)
    })
  const values = [...found.keys()].filter((value) => kind !== 'number' || Number(value) < all.length)
  const pairs = values.flatMap((value) => values.map((other) => [value, other] as const))
  const isBy = (sign: number): boolean =>
    pairs.every(
      ([value, other]) => finds(value, other) === sign * (listed.indexOf(other) - listed.indexOf(value)) > 0,
    )
  const isInOrder = listed.length === 0 || isBy(1) || isBy(-1)
  const [value, stray] =
    pairs.find(([one, other]) => finds(one, other) && (!isInOrder || finds(other, one))) ?? []
  const came = `with an item whose ${member} is ${JSON.stringify(stray)}`
  return kind === 'text' || stray === undefined ? undefined : [value, came]
}

/** Of what has several tags, all that are asked for may be needed. */
const hasLists = ({ found, member }: Filter): boolean =>
  [...found.values()].some(({ items }) => items.some((item) => Array.isArray(memberOf(item, member))))

/** Two values together: of two filters, or of one that takes several. The first that tell something are tried. */
async function shownByBoth(plain: Plan, one: Filter, other: Filter): Promise<readonly Shown[]> {
  const isSame = one === other
  const pairs = [...one.found].flatMap((first) => [...other.found].map((second) => [first, second] as const))
  // What has both values of one filter may be left out by it, or not.
  const pair = pairs.find(([[, some], [, others]]) => {
    const [names, its] = [setOf(some.items), setOf(others.items)]
    return isSame ? names.isDisjointFrom(its) : !names.isSubsetOf(its) && !its.isSubsetOf(names)
  })
  if (pair === undefined) return []
  const [[value, some], [own, others]] = pair
  const wanted = isSame ? [write(one, value, own)] : [write(one, value), write(other, own)]
  const both = await see(withValues(plain, wanted))
  if (both?.isWhole !== true) return []
  const [names, its, came] = [setOf(some.items), setOf(others.items), setOf(both.items)]
  const due = isSame ? names.union(its) : names.intersection(its)
  const isLess = !due.isSubsetOf(came) && !(isSame && hasLists(one))
  const how = came.isSubsetOf(due) ? (isLess ? 'less' : undefined) : 'more'
  const what = wanted.map(([{ name }, sent]) => `${name}=${String(sent)}`).join(' and ')
  return [
    {
      came: how && `${what} with ${how}`,
      due: `what ${isSame ? 'either' : 'each'} finds alone`,
      pages: [...some.pages, ...others.pages, ...both.pages],
    },
  ]
}
