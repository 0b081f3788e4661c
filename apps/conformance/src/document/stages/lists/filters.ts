/** What filters find: all that has the value, and nothing else; two what both find, and two values of one what either does. */
import { membersOf } from '../../../contract/pointers.ts'
import { memberOf } from '../../items.ts'
import type { Parameter } from '../../model.ts'
import { isFilter } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { validatorFor } from '../../schemas.ts'
import { itemDemands, keywordsOf, listOf, shapesOf } from '../../values/shape.ts'
import { namesOf, see, type Walked } from './walk.ts'
import { type Place, type Plan, withValues } from '../plan.ts'
import { type Fault, twice } from './twice.ts'

/** A parameter that is called as a member of the items, with what came for each value. */
interface Filter {
  readonly parameter: Parameter
  readonly member: string
  readonly kind: 'name' | 'number' | 'text'
  /** The values that the document lists, in its order. */
  readonly listed: readonly unknown[]
  /** What is sent for these. */
  readonly write: (...values: readonly unknown[]) => readonly [Parameter, unknown]
  readonly found: Map<unknown, Walked>
}

const mostValues = 4

export const filters = twice('what filters find', 'filters', async (place, plain) => {
  const all = await see(place, plain)
  const own = all === undefined ? [] : await filtersOf(place, plain, all)
  const faults = own.map((filter) => all && faultOf(filter, all))
  const exact = own.filter(
    (filter, at) => faults[at] === undefined && filter.found.size > 0 && isExact(filter),
  )
  for (const [at, one] of exact.entries()) {
    for (const { sent } of [...one.found.values()].flatMap(({ pages }) => pages))
      place.player.collector.kept(ruleId(place.operation, 'filters'), sent.exchange)
    for (const other of exact.slice(at)) faults.push(await faultOfBoth(place, plain, one, other))
  }
  return faults
})

async function filtersOf(place: Place, plain: Plan, { items }: Walked): Promise<readonly Filter[]> {
  const members = new Set(items.flatMap((item) => membersOf(item).map(([name]) => name)))
  const all: Filter[] = []
  for (const parameter of place.operation.parameters.filter((one) => isFilter(one))) {
    const { name } = parameter
    const member = [...members].find((own) =>
      [name, `${name}s`].some((one) => plainName(one) === plainName(own)),
    )
    const filter = member === undefined ? undefined : filterBy(place, parameter, member)
    if (filter === undefined) continue
    const values = new Set(items.flatMap((item) => valuesIn(item, filter.member)))
    for (const value of [...values].filter((one) => isRight(place, filter, one)).slice(0, mostValues)) {
      const some = await see(place, withValues(plain, [filter.write(value)]))
      if (some?.isWhole === true) filter.found.set(value, some)
    }
    all.push(filter)
  }
  return all
}

function filterBy({ player }: Place, parameter: Parameter, member: string): Filter | undefined {
  const { contract } = player.oracle.service
  const [whole, ...others] = shapesOf(contract, [parameter.schema]).filter(
    (one) => one.types.join() !== 'null',
  )
  const isArray = whole?.types.join() === 'array'
  const shape = isArray ? shapesOf(contract, itemDemands(whole, 0))[0] : whole
  if (shape === undefined || others.length > 0) return undefined
  const listed = keywordsOf(shape, 'enum').flatMap(([, values]) => listOf(values))
  const isName = listed.length > 0 || keywordsOf(shape, 'pattern').length > 0 || /id$/i.test(member)
  const kind =
    shape.types.includes('boolean') || isName ? 'name' : shape.types.includes('integer') ? 'number' : 'text'
  const write = (...values: readonly unknown[]) => [parameter, isArray ? values : values[0]] as const
  return { parameter, member, kind, listed, write, found: new Map() }
}

/** Of free texts, only plain words: others may mean something to a search. */
const isRight = ({ player }: Place, { parameter, kind, write }: Filter, value: unknown): boolean =>
  (typeof value !== 'string' || kind === 'name' || /^[\p{L} ]{3,}$/u.test(value)) &&
  validatorFor(player.oracle.service.contract, parameter.schema, 'request')(write(value)[1]).length === 0

/** Services join words in different ways, and some say first that it is a filter. */
export const plainName = (name: string): string =>
  name
    .replace(/^filter[.[]/, '')
    .replaceAll(/[\W_]/g, '')
    .toLowerCase()

const setOf = (walked: Pick<Walked, 'items'>): ReadonlySet<string> => new Set(namesOf(walked))

/** The texts, numbers and flags that a member is or has. */
const valuesIn = (item: unknown, member: string): readonly unknown[] =>
  [memberOf(item, member)].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))

const isExact = ({ member, found: all }: Filter): boolean =>
  [...all].every(([value, { items }]) => items.every((item) => valuesIn(item, member).includes(value)))

function faultOf(filter: Filter, all: Walked): Fault | undefined {
  const { parameter, member, kind } = filter
  const tell = (value: unknown, came: string): Fault => ({
    came: `${parameter.name}=${String(value)} ${came}`,
    due: `each item whose ${member} it is, and no other`,
    shown: [all, filter.found.get(value)],
  })
  const lost = [...filter.found].map(([value, some]) => {
    const due = all.items.filter((item) => valuesIn(item, member).includes(value))
    return [value, setOf({ items: due }).difference(setOf(some)).values().next().value] as const
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
function strayIn({ member, kind, listed, found: all }: Filter, { items: whole }: Walked): readonly unknown[] {
  const values = [...all.keys()]
  const finds = (value: unknown, other: unknown): boolean =>
    all
      .get(value)
      ?.items.map((item) => valuesIn(item, member))
      .some((own) => own.includes(other) && (other === value || !own.includes(value))) === true
  const pairs = values.flatMap((value) => values.map((other) => [value, other] as const))
  const strays = pairs.filter(([value, other]) => value !== other && finds(value, other))
  const isBy = (sign: number): boolean =>
    pairs.every(
      ([value, other]) =>
        finds(value, other) === sign * listed.indexOf(other) >= sign * listed.indexOf(value),
    )
  if (listed.length > 0 && !isBy(1) && !isBy(-1)) return strays[0] ?? []
  const isSize = (value: unknown): boolean => kind === 'number' && Number(value) >= whole.length
  return strays.find(([value, other]) => finds(other, value) && !isSize(value) && !isSize(other)) ?? []
}

/** Of what has several tags, all that are asked for may be needed. */
const hasLists = ({ found, member }: Filter): boolean =>
  [...found.values()].some(({ items }) => items.some((item) => Array.isArray(memberOf(item, member))))

/** Two values together: of two filters, or of one that takes several. Undefined also where they tell nothing. */
async function faultOfBoth(
  place: Place,
  plain: Plan,
  one: Filter,
  other: Filter,
): Promise<Fault | undefined> {
  const isSame = one === other
  const pairs = [...one.found].flatMap(([value, some]) =>
    [...other.found].map(([own, others]) => ({
      wanted: isSame ? [one.write(value, own)] : [one.write(value), other.write(own)],
      shown: [some, others] as const,
      sets: [setOf(some), setOf(others)] as const,
    })),
  )
  const pair = pairs.find(({ wanted, sets: [names, own] }) => {
    const isWritten = !isSame || Array.isArray(wanted[0]?.[1])
    // What has both values of one filter may be left out by it, or not.
    return (
      isWritten && isSame === names.isDisjointFrom(own) && !names.isSubsetOf(own) && !own.isSubsetOf(names)
    )
  })
  const both = pair && (await see(place, withValues(plain, pair.wanted)))
  if (pair === undefined || both?.isWhole !== true) return undefined
  const {
    shown,
    wanted,
    sets: [names, own],
  } = pair
  const due = isSame ? names.union(own) : names.intersection(own)
  const isMore = setOf(both).difference(due).size > 0
  const isLess = due.difference(setOf(both)).size > 0 && !(isSame && hasLists(one))
  if (!isMore && !isLess) return undefined
  const what = wanted.map(([parameter, sent]) => `${parameter.name}=${String(sent)}`).join(' and ')
  return {
    came: `${what} with ${isMore ? 'more' : 'less'}`,
    due: isSame ? 'what either finds alone' : 'what each finds alone',
    shown: [...shown, both],
  }
}
