/** What filters find: all that has the value, and nothing else; two what both find, and two values of one what either does. */
import { memberOf } from '../../items.ts'
import type { Parameter } from '../../model.ts'
import { isFilter } from '../../paging.ts'
import { validatorFor } from '../../schemas.ts'
import { itemDemands, keywordsOf, listOf, shapesOf } from '../../values/shape.ts'
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

export const filters = twice('what filters find', 'filters', async (plain) => {
  const all = await see(plain)
  const shown: Shown[] = []
  const exact: Filter[] = []
  for (const filter of all === undefined ? [] : await filtersOf(plain, all)) {
    const fault = all && faultOf(filter, all)
    if (fault !== undefined) shown.push(fault)
    else if (filter.found.size > 0 && isExact(filter)) exact.push(filter)
  }
  for (const [at, one] of exact.entries()) {
    for (const { pages } of one.found.values()) shown.push({ came: undefined, due: '', pages })
    for (const other of exact.slice(one.isArray ? at : at + 1))
      shown.push(...(await shownByBoth(plain, one, other)))
  }
  return shown
})

async function filtersOf(plain: Plan, { items }: Walked): Promise<readonly Filter[]> {
  const all: Filter[] = []
  for (const parameter of plain.operation.parameters.filter((one) => isFilter(one))) {
    const member = memberCalled(items, parameter.name, ['s'])
    const filter = member === undefined ? undefined : filterBy(plain, parameter, member)
    if (filter === undefined) continue
    const values = new Set(items.flatMap((item) => valuesIn(item, filter.member)))
    for (const value of [...values].filter((one) => isRight(plain, filter, one)).slice(0, mostValues)) {
      const some = await see(withValues(plain, [write(filter, value)]))
      if (some?.isWhole === true) filter.found.set(value, some)
    }
    all.push(filter)
  }
  return all
}

function filterBy({ player }: Plan, parameter: Parameter, member: string): Filter | undefined {
  const { contract } = player.oracle.service
  const [whole, ...others] = shapesOf(contract, [parameter.schema]).filter(
    ({ types }) => types.join() !== 'null',
  )
  const isArray = whole?.types.join() === 'array'
  const shape = isArray ? shapesOf(contract, itemDemands(whole, 0))[0] : whole
  if (shape === undefined || others.length > 0) return undefined
  const listed = keywordsOf(shape, 'enum').flatMap(([, values]) => listOf(values))
  const isName = listed.length > 0 || keywordsOf(shape, 'pattern').length > 0 || /id$/i.test(member)
  const isNumber = shape.types.includes('integer')
  const kind = isName || shape.types.includes('boolean') ? 'name' : isNumber ? 'number' : 'text'
  return { parameter, member, kind, listed, isArray, found: new Map() }
}

/** What is sent for these. */
const write = (
  { parameter, isArray }: Filter,
  ...values: readonly unknown[]
): readonly [Parameter, unknown] => [parameter, isArray ? values : values[0]]

/** Of free texts, only plain words: others may mean something to a search. */
const isRight = ({ player }: Plan, filter: Filter, value: unknown): boolean =>
  (typeof value !== 'string' || filter.kind === 'name' || /^[\p{L} ]{3,}$/u.test(value)) &&
  validatorFor(player.oracle.service.contract, filter.parameter.schema, 'request')(write(filter, value)[1])
    .length === 0

const setOf = (items: readonly unknown[]): ReadonlySet<string> => new Set(namesOf(items))

/** The texts, numbers and flags that a member is or has. */
const valuesIn = (item: unknown, member: string): readonly unknown[] =>
  [memberOf(item, member)].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))

const isExact = ({ member, found }: Filter): boolean =>
  [...found].every(([value, { items }]) => items.every((item) => valuesIn(item, member).includes(value)))

function faultOf(filter: Filter, all: Walked): Shown | undefined {
  const { parameter, member, kind, found } = filter
  const tell = (value: unknown, came: string): Shown => ({
    came: `${parameter.name}=${String(value)} ${came}`,
    due: `each item whose ${member} it is, and no other`,
    pages: [...all.pages, ...(found.get(value)?.pages ?? [])],
  })
  const lost = [...found].map(([value, some]) => {
    const due = all.items.filter((item) => valuesIn(item, member).includes(value))
    return [value, setOf(due).difference(setOf(some.items)).values().next().value] as const
  })
  const [value, name] = lost.find(([, one]) => one !== undefined) ?? []
  // What never finds its own may be filtered by something else.
  if (name !== undefined)
    return kind === 'name' || lost.some(([, one]) => one === undefined)
      ? tell(value, `without ${name}`)
      : undefined
  const [wanted, stray] = kind === 'text' ? [] : strayIn(filter, all)
  return wanted === undefined
    ? undefined
    : tell(wanted, `with an item whose ${member} is ${JSON.stringify(stray)}`)
}

/**
 * A value that finds another. Some filters find at least or at most what is asked for, or what belongs to it, too: of two
 * values, only one then finds the other. A number may also be how many are wanted.
 */
function strayIn({ member, kind, listed, found }: Filter, { items: whole }: Walked): readonly unknown[] {
  const values = [...found.keys()]
  const pairs = values.flatMap((value) =>
    values.filter((other) => other !== value).map((other) => [value, other] as const),
  )
  const finds = (value: unknown, other: unknown): boolean =>
    (found.get(value)?.items ?? [])
      .map((item) => valuesIn(item, member))
      .some((own) => own.includes(other) && !own.includes(value))
  const strays = pairs.filter(([value, other]) => finds(value, other))
  const isBy = (sign: number): boolean =>
    pairs.every(
      ([value, other]) => finds(value, other) === sign * (listed.indexOf(other) - listed.indexOf(value)) > 0,
    )
  if (listed.length > 0 && !isBy(1) && !isBy(-1)) return strays[0] ?? []
  const isSize = (value: unknown): boolean => kind === 'number' && Number(value) >= whole.length
  return strays.find(([value, other]) => finds(other, value) && !isSize(value) && !isSize(other)) ?? []
}

/** Of what has several tags, all that are asked for may be needed. */
const hasLists = ({ found, member }: Filter): boolean =>
  [...found.values()].some(({ items }) => items.some((item) => Array.isArray(memberOf(item, member))))

/** Two values together: of two filters, or of one that takes several. The first that tell something are tried. */
async function shownByBoth(plain: Plan, one: Filter, other: Filter): Promise<readonly Shown[]> {
  const isSame = one === other
  const pairs = [...one.found].flatMap(([value, some]) =>
    [...other.found].map(([own, others]) => ({ value, own, some, others })),
  )
  // What has both values of one filter may be left out by it, or not.
  const pair = pairs.find(({ some: { items }, others }) => {
    const [names, its] = [setOf(items), setOf(others.items)]
    return isSame === names.isDisjointFrom(its) && !names.isSubsetOf(its) && !its.isSubsetOf(names)
  })
  if (pair === undefined) return []
  const { value, own, some, others } = pair
  const wanted = isSame ? [write(one, value, own)] : [write(one, value), write(other, own)]
  const both = await see(withValues(plain, wanted))
  if (both?.isWhole !== true) return []
  const what = wanted.map(([{ name }, sent]) => `${name}=${String(sent)}`).join(' and ')
  const pages = [...some.pages, ...others.pages, ...both.pages]
  const [names, its, came] = [setOf(some.items), setOf(others.items), setOf(both.items)]
  const all = isSame ? names.union(its) : names.intersection(its)
  const due = isSame ? 'what either finds alone' : 'what each finds alone'
  if (!came.isSubsetOf(all)) return [{ came: `${what} with more`, due, pages }]
  const isLess = !all.isSubsetOf(came) && !(isSame && hasLists(one))
  return [{ came: isLess ? `${what} with less` : undefined, due, pages }]
}
