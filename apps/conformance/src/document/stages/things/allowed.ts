/** What the document allows is taken, but for a reason that it has not: null, and values at bounds. It is shown as it was sent. */
import { isObject } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import { quote, tell } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { type Edge, edgesOf } from '../../values/edges.ts'
import { choose, rightOf } from '../../values/right.ts'
import { membersAmong, typesAmong, type Shape } from '../../values/shape.ts'
import type { Trial } from './trial.ts'
import { isSuccess, plain, successOf, valueAt, valueOf, viewOf } from './views.ts'

/** This many are tried. */
const mostEdges = 50

/** `body`: one that was accepted. */
export async function tryAllowed(trial: Trial, create: AnyOperation, body: RightBody): Promise<void> {
  const { value, demands } = body
  const own = isObject(value) ? value : {}
  const nulls = nullable(body).map((name): Edge => ({
    what: `null as ${name}`,
    value: { ...own, [name]: null },
    beside: [{ ...own, [name]: undefined }],
  }))
  const edges = edgesOf(demands, value)
  for (const edge of [...nulls, ...edges].slice(0, mostEdges)) await tryEdge(trial, create, body, edge)
  await tryTelling(trial, create, body)
}

/** Refused is only the one at the bound. */
async function tryEdge(
  trial: Trial,
  create: AnyOperation,
  body: RightBody,
  { what, value, beside }: Edge,
): Promise<void> {
  const came = await askWith(trial, create, body, value)
  const refusal = came && [400, 422].includes(came.response.status) ? tell(came.response) : undefined
  for (const other of refusal === undefined ? [] : beside)
    if (!isSuccess(await askWith(trial, create, body, other))) return
  trial.say(ruleId(create, 'success'), refusal, `a success, as for what is beside it: ${what}`, [came])
}

async function askWith(trial: Trial, way: AnyOperation, body: RightBody, value: unknown) {
  const other = bodyWith(body, value)
  return other && (await trial.askRight(way, other))
}

/** The members that may be left out, and of which the document says that they may be null. */
export const nullable = (body: RightBody): readonly string[] => {
  const names = membersAmong(body.demands)
    .filter(({ demands, isRequired }) => {
      const types = typesAmong(demands)
      return !isRequired && types.has('null') && types.size < 4
    })
    .map(({ name }) => name)
  return [...new Set(names)]
}

/** This many values are tried, and so many others of a member of which one is lost. */
const mostTelling = 30
const mostOthers = 5

/** A member that shows other values as they were sent shows each. `body`: one that was accepted. */
export async function tryTelling(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const all = edgesOf(body.demands, body.value, tellingAt)
  for (const { what, value, beside } of all.slice(0, mostTelling)) {
    const see = (one: unknown) => seeValue(trial, way, body, [what.split('.'), one])
    const first = await see(value)
    if (first === undefined || isSame(first.sent, first.came)) continue
    const kept: unknown[] = []
    for (const other of beside) {
      const seen = await see(other)
      if (seen !== undefined && isSame(seen.sent, seen.came)) kept.push(seen.sent)
    }
    // A flag has but one other.
    const again = kept.length < (typeof first.sent === 'boolean' ? 1 : 2) ? undefined : await see(value)
    if (again === undefined || !isLost(again.sent, again.came, kept)) continue
    const like = kept.slice(0, 2).map((one) => shownAs(one))
    const due = `${shownAs(again.sent)}, as it was sent, like ${like.join(' and ')}`
    trial.say(ruleId(way, 'effect'), `${what} is ${shownAs(again.came)}`, due, again.all)
  }
}

const shownAs = (value: unknown): string => quote(sortedJson(value), 60)

/** What is sent of the member in a body with that value, and what comes back. Undefined where it is not accepted or not shown. */
async function seeValue(
  trial: Trial,
  way: AnyOperation,
  body: RightBody,
  [path, value]: readonly [path: readonly string[], value: unknown],
) {
  const isThere = valueAt(value, path) !== undefined
  const made = isThere ? successOf(await askWith(trial, way, body, value)) : undefined
  if (made === undefined) return undefined
  const shown = successOf(await (way === trial.thing.create ? trial.take(made) : trial.show()))
  const came = valueAt(valueOf(shown ?? made), path)
  return came === undefined ? undefined : { sent: valueAt(made.body?.value, path), came, all: [made, shown] }
}

/** Values that are easily lost, such as the longest list or plain text, beside others of the same place. */
function tellingAt(shape: Shape, now: unknown): readonly Edge[] {
  if (isObject(now)) return []
  const { demands } = shape
  const all = choose(demands, [now, ...rightOf(demands)]).filter((one) => one !== null)
  const [longest] = all
    .filter((one) => Array.isArray(one) || (typeof one === 'string' && /^\w{21,}$/.test(one)))
    .toSorted((one, other) => sortedJson(other).length - sortedJson(one).length)
  const easily = [false, 0, '', [], 'a'.repeat(300), longest]
  return choose(demands, shape.has('enum') ? all : easily).map((value) => {
    const beside = all.filter((other) => other !== value).slice(0, mostOthers)
    return { what: '', value, beside }
  })
}

/** But for letter case, blanks, the order in a list, fractions of a cent, and what a list's own things have besides. */
const isSame = (sent: unknown, came: unknown): boolean => {
  if (typeof sent === 'number' && typeof came === 'number') return Math.abs(sent - came) < 0.01
  if (Array.isArray(sent) && sent.some((one) => isObject(one))) return Array.isArray(came) && came.length > 0
  return textOf(sent) === textOf(came)
}

const textOf = (value: unknown): string => {
  const texts = [value].flat().map((one) => plain([...viewOf([one]).values()].join()))
  return texts.toSorted().join()
}

/** Whether none of it is left, or less, or another that is kept: what was changed otherwise may be so on purpose. */
function isLost(sent: unknown, came: unknown, kept: readonly unknown[]): boolean {
  if (isSame(sent, came)) return false
  if (came === null) return true
  if (typeof sent === 'boolean') return !sent && came === true
  // Equal items may be put together.
  if (Array.isArray(sent) && Array.isArray(came))
    return came.length < new Set(sent.map((one) => textOf(one).replaceAll(/[^\p{L}\p{N}]/gu, ''))).size
  const isCut = typeof sent === 'string' && typeof came === 'string' && came !== '' && sent.startsWith(came)
  return isCut || kept.some((one) => isSame(came, one))
}
