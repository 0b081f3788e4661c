/** A thing is changed, in each way that its document has for it. */
import type { AnyOperation } from '../model.ts'
import { neverTag } from '../oracle/status.ts'
import { ruleId } from '../rules.ts'
import type { RightBody } from '../values/bodies.ts'
import { compareKept, compareTags, compareViews } from './changed.ts'
import { forms } from './forms.ts'
import { tryAtOnce, tryCondition, tryDeclared } from './no-changes.ts'
import { tryTelling } from './shown.ts'
import { type Came, isSuccess, mostRight, type Trial } from './trial.ts'
import { tagOf } from './views.ts'

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
export async function change(trial: Trial, way: AnyOperation): Promise<void> {
  const left = [undefined, ...forms]
  const all = trial.rightBodies(way)
  const tags: string[] = []
  const accepted: RightBody[] = []
  // What is left out shows most while the thing is still as it was made.
  const leanest = all.toSorted((one, other) => one.body.length - other.body.length).slice(0, 1)
  for (const body of [...(way.method === 'PUT' ? leanest : []), ...all].slice(0, mostRight))
    await trial.undisturbed(async () => {
      const before = await trial.show()
      const came = await trial.askAs(left[0], way, body)
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
  if (tag !== undefined) await trial.undisturbed(() => tryCondition(trial, way, trial.fresh(all[0]), tag))
  await trial.undisturbed(() => tryDeclared(trial, way, trial.fresh(all[0]), tag))
  if (all[0] !== undefined) await tryAtOnce(trial, way, all[0])
  if (way.method === 'PUT' && accepted[0] !== undefined) await tryTelling(trial, way, accepted[0])
}

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, body: Came['body'], after: Came): Promise<void> {
  const again = await trial.ask(way, { body })
  const last = again !== undefined && isSuccess(again) ? await trial.show() : undefined
  if (last === undefined) return
  const difference = trial.difference(after, last)
  const came = difference === undefined ? undefined : `${difference}, after the same once more`
  trial.say(ruleId(way, 'effect'), { came, due: 'what the first of the two made' }, [again, again, last])
}
