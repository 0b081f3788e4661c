/** What makes things, with --writes: each is found, is made of what was sent, in whatever form, and is a thing of its own. */
import { atOnce } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { fineBody } from '../../values/fresh.ts'
import { findAccepted } from './accepted.ts'
import { tryAllowed } from './allowed.ts'
import { followLocation, lookFor } from './created.ts'
import { forms } from '../forms.ts'
import { askIn } from './in-forms.ts'
import { tryKey } from './keys.ts'
import { type Came, isGone, successOf, type Trial } from './trial.ts'
import { viewOf } from './views.ts'

/** Makes a thing that the rest can be tried on, and more of them. */
export async function make(trial: Trial, create: AnyOperation): Promise<void> {
  const made = await findAccepted(trial, create)
  if (made === undefined) return
  await lookFor(trial, create, made)
  const { name } = trial
  await followLocation(trial, create, made)
  await makeMore(trial, create)
  const [body, ...others] = trial.rightBodies(create)
  if (body !== undefined) {
    await tryKey(trial, create, trial.fresh(body))
    await tryAllowed(trial, create, body)
    // One with numbers that 32 bits do not hold, and one that has most to lose.
    const [longest] = [body, ...others].toSorted((one, other) => other.body.length - one.body.length)
    for (const one of [fineBody(trial.contract, body), longest]) {
      const another = one && successOf(await trial.askRight(create, one))
      if (another !== undefined) await lookFor(trial, create, another)
    }
  }
  trial.name = name
}

/** Another like it, and then in each form: it is made of what was sent. */
async function makeMore(trial: Trial, create: AnyOperation): Promise<void> {
  const [body] = trial.rightBodies(create)
  const again = successOf(await trial.askRight(create, body))
  if (again === undefined) return
  const kept = [...viewOf(again.body?.value).keys()].filter((name) => isKept(trial, again, name))
  for (const form of forms) {
    const made = successOf(await askIn(form, trial, create, body))
    const lost = made && kept.find((name) => !isKept(trial, made, name))
    const came = lost === undefined ? undefined : `another ${lost}`
    trial.say(ruleId(create, 'effect'), came, `what was sent (${form.source})`, [made])
  }
  if (trial.thing.name !== undefined && trial.nameOf(again) !== trial.name) await makeAtOnce(trial, create)
}

const isKept = (trial: Trial, made: Came, name: string): boolean =>
  trial.written(made).get(name) === viewOf(made.body?.value).get(name)

/** This many are made at once. */
const crowd = 3

/** Each makes a thing of its own, as it does alone (RFC 9110, 15.3.2). */
async function makeAtOnce(trial: Trial, create: AnyOperation): Promise<void> {
  const bodies = Array.from({ length: crowd }, () => trial.anyBody(create))
  const made = await trial.askAtOnce(
    create,
    bodies.map((body) => ({ body })),
  )
  const names = new Set<unknown>()
  for (const one of made) {
    const shown = await trial.take(one)
    if (shown === undefined) continue
    const twice = names.has(trial.name) ? 'the name of another that was made at once' : undefined
    const came = isGone(shown) ? `${trial.absence(shown)} for what was made at once with others` : twice
    names.add(trial.name)
    const all = [...atOnce(made.map(({ sent }) => sent)), { ask: shown.sent }]
    trial.say(ruleId(create, 'effect'), came, 'a thing of its own for each', [shown], all)
  }
}
