/** A thing is changed, in each way that its document has for it. */
import { membersOf } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyHaving, bodyWith, type RightBody } from '../../values/bodies.ts'
import { freshBody } from '../../values/fresh.ts'
import { nullable } from './allowed.ts'
import { compareViews, seeChange, type Step } from './changed.ts'
import { forms } from '../forms.ts'
import { tryTags } from './if-match.ts'
import { byRefused, seeNoChange } from './no-changes.ts'
import { tryTelling } from './shown.ts'
import { type Came, isSuccess, mostRight, type Trial } from './trial.ts'
import { nextNumber } from './unlike.ts'

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
export async function change(trial: Trial, way: AnyOperation): Promise<void> {
  const left = [undefined, ...forms]
  const all = trial.rightBodies(way)
  const befores: Came[] = []
  const [accepted, refused]: readonly [RightBody[], RightBody[]] = [[], []]
  // What is left out shows most while the thing is still as it was made.
  const leanest = all.toSorted((one, other) => one.body.length - other.body.length).slice(0, 1)
  const first = way.method === 'PUT' ? leanest : nullsOf(way, all[0])
  for (const body of [...first, ...all].slice(0, mostRight + first.length)) {
    const step = await seeChange(trial, async () => {
      const came = await (left[0] === undefined ? trial.askRight(way, body) : trial.askIn(left[0], way, body))
      ;(isSuccess(came) ? accepted : refused).push(body)
      return came
    })
    if (step === undefined) continue
    befores.push(step[0])
    if (compareViews(trial, way, step)) left.shift()
    if (way.method === 'PUT') await changeAgain(trial, way, step)
  }
  await tryTags(trial, way, befores)
  if (accepted[0] === undefined) return
  for (const body of refused) await tryPartly(trial, way, body, accepted[0])
  if (way.method === 'PUT') await tryTelling(trial, way, accepted[0])
}

/** A patch of each member that may be null. */
const nullsOf = ({ method }: AnyOperation, like: RightBody | undefined): readonly RightBody[] =>
  like === undefined || method !== 'PATCH'
    ? []
    : nullable(like)
        .slice(0, mostRight)
        .flatMap((name) => bodyWith(like, { [name]: null }) ?? [])

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, [, { body }]: Step): Promise<void> {
  const step = await seeChange(trial, () => trial.ask(way, { body }))
  if (step === undefined) return
  const [before, again, after] = step
  const difference = trial.difference(before, after)
  const came = difference === undefined ? undefined : `${difference}, after the same once more`
  trial.say(ruleId(way, 'effect'), came, 'what the first of the two made', [again, again, after])
}

/**
 * What is refused for one member leaves the others as they are, too. What it is refused for stays where that is no text and
 * no number. `like`: a body that was accepted.
 */
async function tryPartly(
  trial: Trial,
  way: AnyOperation,
  refused: RightBody,
  like: RightBody,
): Promise<void> {
  const whole = bodyHaving(like, Object.fromEntries(membersOf(refused.value))) ?? refused
  const names = membersOf(whole.value).map(([name]) => name)
  const body = freshBody(whole, names, nextNumber())
  if (body !== undefined) await seeNoChange(trial, way, byRefused, () => trial.ask(way, { body }))
}
