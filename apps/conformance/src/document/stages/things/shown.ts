/** What was sent is shown: a member that shows other values as they were sent shows each. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { schemaOf } from '../../values/media-types.ts'
import { sourceOf, withMember } from '../../values/right.ts'
import { type Demands, demandsOf, keywordsOf, namedMembers, shapesOf } from '../../values/shape.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'
import { viewOf } from './views.ts'

/** This many values are tried, and so many others of a member of which one is lost. */
const most = 30
const mostOthers = 5

/** A member, by the names that lead to it, values of it that are easily lost, and all that are known. */
interface Member {
  readonly path: readonly string[]
  readonly telling: readonly unknown[]
  readonly all: readonly unknown[]
}

/** `body`: one that was accepted. */
export async function tryTelling(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const { name: own } = trial
  const members = membersOf(trial, [schemaOf(body.content)], body.value)
  const tries = members.flatMap((member) => member.telling.map((value) => [member, value] as const))
  for (const [member, value] of tries.slice(0, most)) await tryOne(new Shown(trial, way, body, member), value)
  trial.name = own
}

async function tryOne(shown: Shown, value: unknown): Promise<void> {
  const first = await shown.of(value)
  if (first === undefined || isSame(first.sent, first.came)) return
  const kept = await keptOf(shown, value)
  const usual = kept && (await shown.of(undefined))
  const again = kept && (await shown.of(value))
  if (again !== undefined && kept !== undefined && isLost(again.sent, again.came, usual?.came))
    shown.say(
      again,
      `${tell(again.sent)}, as it was sent, like ${kept.map((one) => tell(one)).join(' and ')}`,
    )
}

const tell = (value: unknown): string => quote(sortedJson(value), 60)

/** As many others as show that values of the member are kept; undefined where they are not. */
async function keptOf(shown: Shown, value: unknown): Promise<readonly unknown[] | undefined> {
  const kept: unknown[] = []
  const needed = typeof value === 'boolean' ? 1 : 2
  for (const other of shown.member.all.filter((one) => one !== value).slice(0, mostOthers)) {
    const seen = await shown.of(other)
    if (seen !== undefined && isSame(seen.sent, seen.came)) kept.push(seen.sent)
    if (kept.length === needed) return kept
  }
  return undefined
}

interface Seen {
  readonly sent: unknown
  readonly came: unknown
  readonly all: readonly Came[]
}

/** What comes back of values of one member, in bodies that differ in nothing else. */
class Shown {
  readonly member: Member
  readonly #trial: Trial
  readonly #way: AnyOperation
  readonly #body: RightBody

  constructor(trial: Trial, way: AnyOperation, body: RightBody, member: Member) {
    this.#trial = trial
    this.#way = way
    this.#body = body
    this.member = member
  }

  /** Undefined where it is not accepted or not shown. Without a value, what stands in its place. */
  async of(value: unknown): Promise<Seen | undefined> {
    const { path } = this.member
    const body = bodyWith(this.#trial.contract, this.#body, withAt(this.#body.value, path, value))
    const made = body && (await this.#trial.askRight(this.#way, { body }))
    if (made === undefined || !isSuccess(made)) return undefined
    const isMade = this.#way === this.#trial.thing.create
    if (isMade) this.#trial.name = this.#trial.nameOf(made)
    const shown = isMade && this.#trial.name === undefined ? undefined : await this.#trial.show()
    const all = shown !== undefined && isSuccess(shown) ? [made, shown] : [made]
    const came = all.map(({ response }) => at(readJson(response).value, path)).at(-1)
    return came === undefined ? undefined : { sent: at(made.body?.value, path), came, all }
  }

  say({ came, all }: Seen, due: string): void {
    const name = this.member.path.join('.')
    const said = `${name} is ${tell(came)}`
    this.#trial.say(ruleId(this.#way, 'effect'), { came: said, due }, all)
  }
}

function membersOf({ contract }: Trial, demands: Demands, value: unknown): readonly Member[] {
  const source = sourceOf(contract)
  const find = (own: Demands, path: readonly string[], now: unknown): readonly Member[] =>
    shapesOf(contract, own)
      .filter(({ parts }) => parts.every(({ pointer }) => source.accepts([pointer], now)))
      .flatMap((shape) =>
        namedMembers(contract, shape).flatMap(({ name }) => {
          const inner = demandsOf(shape, name)
          const inside = isObject(now) ? now[name] : undefined
          if (isObject(inside)) return find(inner, [...path, name], inside)
          const isEnum = shapesOf(contract, inner).some((one) => keywordsOf(one, 'enum').length > 0)
          const right = source.choose(inner, [inside, ...source.right(inner)])
          const easily = [false, 0, '', [], 'a'.repeat(300), longest(right)]
          const telling = source.choose(inner, isEnum ? right : easily).filter((one) => one !== null)
          return [{ path: [...path, name], telling, all: right.filter((one) => one !== null) }]
        }),
      )
  return find(demands, [], value)
}

/** The longest list or plain text. */
const longest = (values: readonly unknown[]): unknown =>
  values
    .filter((one) => Array.isArray(one) || (typeof one === 'string' && /^\w{21,}$/.test(one)))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]

const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** Undefined is left out. */
function withAt(value: unknown, [name = '', ...path]: readonly string[], inner: unknown): unknown {
  if (!isObject(value)) return value
  if (path.length > 0) return withMember(value, name, withAt(value[name], path, inner))
  const { [name]: _left, ...others } = value
  return inner === undefined ? others : withMember(value, name, inner)
}

/** But for letter case, blanks, the order in a list, fractions of a cent, and what a list's own things have besides. */
const isSame = (sent: unknown, came: unknown): boolean => {
  if (typeof sent === 'number' && typeof came === 'number') return Math.abs(sent - came) < 0.01
  if (Array.isArray(sent) && sent.some((one) => isObject(one))) return Array.isArray(came) && came.length > 0
  return plain(sent) === plain(came)
}

const plain = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map((one) => plain(one))
        .toSorted()
        .join()
    : [...viewOf([value]).values()].join().toLowerCase().replaceAll(/\s+/g, '')

/** Whether none of it is left, or less, or what stands where it is left out: what was changed otherwise may be so on purpose. */
function isLost(sent: unknown, came: unknown, usual: unknown): boolean {
  if (isSame(sent, came)) return false
  if (came === null) return true
  if (typeof sent === 'boolean') return !sent && came === true
  if (Array.isArray(sent) && Array.isArray(came)) return came.length < different(sent)
  const isCut = typeof sent === 'string' && typeof came === 'string' && came !== '' && sent.startsWith(came)
  return isCut || isSame(came, usual)
}

/** Equal items may be put together, and so may things. */
const different = (items: readonly unknown[]): number =>
  items.some((one) => isObject(one))
    ? 1
    : new Set(items.map((one) => plain(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
