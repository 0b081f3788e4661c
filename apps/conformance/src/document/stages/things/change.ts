/** A thing is changed, in each way that its document has for it. */
import { membersOf } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { neverTag } from '../../oracle/status.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { freshBody } from '../../values/fresh.ts'
import { mostNull, nullable } from './allowed.ts'
import { compareKept, compareTags, compareViews } from './changed.ts'
import { forms } from '../forms.ts'
import { seeNoChange, tryAtOnce, tryCondition, tryDeclared } from './no-changes.ts'
import { tryTelling } from './shown.ts'
import { type Came, isSuccess, mostRight, type Trial } from './trial.ts'
import { nextNumber } from './unlike.ts'
import { tagOf, viewOf } from './views.ts'

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
export async function change(trial: Trial, way: AnyOperation): Promise<void> {
  const left = [undefined, ...forms]
  const all = trial.rightBodies(way)
  const tags: string[] = []
  const [accepted, refused]: readonly [RightBody[], RightBody[]] = [[], []]
  // What is left out shows most while the thing is still as it was made.
  const leanest = all.toSorted((one, other) => one.body.length - other.body.length).slice(0, 1)
  const first = way.method === 'PUT' ? leanest : nullsOf(trial, way, all[0])
  for (const body of [...first, ...all].slice(0, mostRight + first.length))
    await trial.undisturbed(async () => {
      const before = await trial.show()
      const came = await trial.askAs(left[0], way, body)
      if (came !== undefined && !isSuccess(came)) refused.push(body)
      if (before === undefined || came === undefined || !isSuccess(came)) return
      const tag = tagOf(before.response) ?? neverTag
      tags.push(tag)
      accepted.push(body)
      // Nothing else is asked for in between: a cache may learn by it.
      const kept = trial.isInList
        ? undefined
        : await trial.ask(trial.thing.show, { fields: [['If-None-Match', tag]] })
      const after = await trial.show()
      if (after === undefined) return
      compareTags(trial, [before, came, after])
      if (kept !== undefined) compareKept(trial, [before, kept, after])
      if (compareViews(trial, way, [before, came, after])) left.shift()
      if (way.method === 'PUT') await changeAgain(trial, way, came.body, after)
    })
  const last = await trial.show()
  const tag = last && tags.find((one) => one !== tagOf(last.response) && one !== neverTag)
  if (tag !== undefined) await trial.undisturbed(() => tryCondition(trial, way, trial.fresh(all[0]), { tag }))
  await trial.undisturbed(() => tryDeclared(trial, way, trial.fresh(all[0]), tag))
  if (all[0] !== undefined) await tryAtOnce(trial, way, all[0])
  if (accepted[0] === undefined) return
  await tryPartly(trial, way, refused, accepted[0])
  if (way.method === 'PUT') await tryTelling(trial, way, accepted[0])
}

/** A patch of each member that may be null. */
const nullsOf = (trial: Trial, { method }: AnyOperation, like: RightBody | undefined): readonly RightBody[] =>
  like === undefined || method !== 'PATCH'
    ? []
    : nullable(trial, like)
        .slice(0, mostNull)
        .flatMap((name) => bodyWith(trial.contract, like, { [name]: null }) ?? [])

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, body: Came['body'], after: Came): Promise<void> {
  const again = await trial.ask(way, { body })
  const last = again !== undefined && isSuccess(again) ? await trial.show() : undefined
  if (last === undefined) return
  const difference = trial.difference(after, last)
  const came = difference === undefined ? undefined : `${difference}, after the same once more`
  trial.say(ruleId(way, 'effect'), { came, due: 'what the first of the two made' }, [again, again, last])
}

/** So many that are refused are tried again. */
const mostRefused = 3

/** What is refused for one member leaves the others as they are, too. `like`: a body that was accepted. */
async function tryPartly(
  trial: Trial,
  way: AnyOperation,
  refused: readonly RightBody[],
  like: RightBody,
): Promise<void> {
  for (const body of refused.slice(0, mostRefused)) {
    const own = viewOf(body.value)
    const shared = [...viewOf(like.value)].filter(([name, text]) => (own.get(name) ?? text) === text)
    const all = Object.fromEntries([like, body].flatMap(({ value }) => membersOf(value)))
    const whole = bodyWith(trial.contract, body, all) ?? body
    // What it is refused for stays, as far as it is known, or is no text and no number.
    for (const names of [shared.map(([name]) => name), Object.keys(all)]) {
      const other = freshBody(trial.contract, whole, names, nextNumber())
      const see = (): Promise<void> =>
        seeNoChange(trial, way, 'by what was refused', () => trial.ask(way, { body: other }))
      if (other !== undefined) await trial.undisturbed(see)
    }
  }
}
