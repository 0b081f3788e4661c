/** What is below a thing shows in it: its counts, and its tag, go with what is made, made again and removed there. */
import { membersOf } from '../../../contract/pointers.ts'
import { type AnyOperation, declares } from '../../model.ts'
import { memberOf } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import type { DocumentStage } from '../stage.ts'
import type { Walked } from '../lists/walk.ts'
import { findAccepted } from './making.ts'
import { seeChange, type Step } from './steps.ts'
import { operationAt, type Thing, thingsOf } from './things.ts'
import { Trial } from './trial.ts'
import { type Came, isGone, isSuccess, valueOf } from './views.ts'

/** What is made below a thing, and may be removed there. */
type Below = Thing & { readonly create: AnyOperation }

export const below: DocumentStage = {
  name: 'what is below things',
  run: async (player) => {
    const { service } = player.oracle
    for (const thing of thingsOf(service))
      for (const one of thing.name === undefined ? [] : belowOf(thing, service.operations))
        await tryBelow(new Trial(player, thing), one)
  },
}

function belowOf({ path, show }: Thing, operations: readonly AnyOperation[]): readonly Below[] {
  const paths = new Set(operations.map((one) => one.path).filter((one) => one.startsWith(`${path}/`)))
  return [...(show.path === path ? paths : [])].flatMap((own): readonly Below[] => {
    const [, rest, name] = /^(\/[^/{}]+)(?:\/\{([^{}]+)\})?$/.exec(own.slice(path.length)) ?? []
    if (rest === undefined) return []
    const isItem = name !== undefined || ![...paths].some((other) => other.startsWith(`${own}/{`))
    const list = isItem ? operationAt(operations, path + rest, 'GET') : undefined
    const make = operationAt(operations, own, 'PUT') ?? (list && operationAt(operations, path + rest, 'POST'))
    const [get, remove] = ['GET', 'DELETE'].map((method) => operationAt(operations, own, method))
    return make === undefined
      ? []
      : [{ path: own, show: get ?? make, changes: [], create: make, remove, list, name }]
  })
}

/** `trial`: of what it is below, a new thing, if one can be made; otherwise one that is known. */
async function tryBelow(trial: Trial, thing: Below): Promise<void> {
  const { create, name = '' } = trial.thing
  const own = create && (await findAccepted(trial, create))
  if (own !== undefined) trial.name = trial.nameOf(own)
  if (!isSuccess(await trial.show())) return
  const child = new Trial(trial.player, thing, new Map([[name, trial.name]]))
  const around = async (work: () => Promise<Came | undefined>): Promise<Step | undefined> => {
    const step = await seeChange(trial, work)
    return isSuccess(step?.[2]) ? step : undefined
  }
  const few = await child.list()
  const made = await around(() => makeBelow(child, thing))
  if (made === undefined) return
  const many = await child.list()
  const again = thing.create.method === 'PUT' ? await around(() => makeBelow(child, thing)) : made
  const removed = again && (await around(() => child.ask(thing.remove)))
  compareCounts(trial, thing, [few, many], [made, again, removed])
  if (removed !== undefined) await makeBelow(child, thing, removed[1])
}

/** Undefined where it is not made. What is not there, or was removed, is made by PUT (RFC 9110, 9.3.4). */
async function makeBelow(child: Trial, { create, show }: Below, removed?: Came): Promise<Came | undefined> {
  const isPut = create.method === 'PUT'
  const gone = removed ?? (isPut && show !== create ? await child.show() : undefined)
  const made = await findAccepted(child, create)
  if (made === undefined) return undefined
  const came = made.response.status === 201 ? undefined : String(made.response.status)
  if (isPut && (removed !== undefined || isGone(gone)) && declares(create, 201))
    child.say(ruleId(create, 'status'), came, '201: nothing was there before', [gone, made])
  if (!isPut) child.name = child.nameOf(made)
  return made
}

/** What counts that which is below goes up with it, stays with the same PUT again, and goes down. `listed`: before it was made, and then. */
function compareCounts(
  trial: Trial,
  { create, remove = create, path }: Below,
  listed: readonly (Walked | undefined)[],
  [made, again, removed]: readonly [Step, Step | undefined, Step | undefined],
): void {
  const [few, many] = listed.map((all) => all?.items.length)
  const counts = membersOf(valueOf(made[0])).filter(
    ([name, value]) => namesOfCounts.test(name) && Number.isInteger(value),
  )
  for (const [name, was] of counts) {
    const countIn = (step: Step | undefined): unknown => step && memberOf(valueOf(step[2]), name)
    const [up, now, then] = [Number(was) + 1, countIn(made), countIn(again)]
    const isNamed = isNamedFor(name, path)
    const isUp = now === up && then === up && (isNamed || (few ?? was) === was)
    const rows = [
      [made, create, isNamed && many === up, up, 'as are listed'],
      [again, create, now !== was, now, 'as after the same PUT before'],
      [removed, remove, isUp, was, 'as before'],
    ] as const
    for (const [step, operation, isDue, due, why] of rows) {
      if (step === undefined || !isDue) continue
      const is = countIn(step)
      const came = is === due ? undefined : `${name} is ${String(is)}`
      trial.say(ruleId(operation, 'effect'), came, `${String(due)}, ${why}`, [made[1], step[1], step[2]])
    }
  }
}

const namesOfCounts = /count|total|taken|size|number_?of|^num_/i

/** Such as reportCount, number_of_reports and reportsTotal for what is below `/reports`. */
function isNamedFor(name: string, path: string): boolean {
  const [, segment = ''] = /\/([^/{}]+)(?:\/\{[^{}]+\})?$/.exec(path) ?? []
  const stem = segment.replace(/(?:ie|e)?s$/i, '').replaceAll(/[^a-z]/gi, '')
  const plain = name.replaceAll(/[^a-z]/gi, '')
  return new RegExp(`^(?:num(?:ber)?(?:of)?)?${stem}(?:y|ies|es|e|s)?(?:count|total)?$`, 'i').test(plain)
}
