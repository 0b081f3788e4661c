/** What makes things, with --writes: each is found, is made of what was sent, in whatever form, and is a thing of its own. */
import { atOnce } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { quote } from '../../../quote.ts'
import { readJson } from '../../oracle/content.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { fineBody } from '../../values/fresh.ts'
import { findAccepted } from './accepted.ts'
import { tryAllowed } from './allowed.ts'
import { putTheSame } from './changed.ts'
import { find, followLocation, tryKey } from './created.ts'
import { forms } from '../forms.ts'
import { type Came, isGone, isSuccess, type Trial } from './trial.ts'
import { damageOf, differing, viewOf } from './views.ts'

/** Makes a thing that the rest can be tried on, and more of them. */
export async function make(trial: Trial, create: AnyOperation): Promise<void> {
  const { made, body } = (await findAccepted(trial, create)) ?? {}
  if (made === undefined) return
  trial.name = trial.nameOf(made)
  if (trial.name !== undefined) await lookFor(trial, create, made)
  await followLocation(trial, create, made)
  await makeMore(trial, create, body)
  if (body === undefined) return
  await tryKey(trial, create, body)
  await tryAllowed(trial, create, body)
  await makeOthers(trial, create, body)
}

/** One with numbers that 32 bits do not hold, and one that has most to lose. `body`: one that was accepted. */
async function makeOthers(trial: Trial, create: AnyOperation, body: RightBody): Promise<void> {
  const { name: own } = trial
  const longest = trial.rightBodies(create).toSorted((one, other) => other.body.length - one.body.length)
  for (const other of [fineBody(trial.contract, body), ...longest.slice(0, 1)]) {
    const made = other && (await trial.askRight(create, { body: other }))
    if (made === undefined || !isSuccess(made)) continue
    trial.name = trial.nameOf(made)
    if (trial.name !== undefined) await lookFor(trial, create, made)
  }
  trial.name = own
}

/** Another like it, and then in each form: it is made of what was sent. */
async function makeMore(trial: Trial, create: AnyOperation, body?: RightBody): Promise<void> {
  const again = await trial.askRight(create, { body })
  if (again === undefined || !isSuccess(again)) return
  const kept = [...viewOf(again.body?.value).keys()].filter((name) => isKept(trial, again, name))
  for (const form of forms) {
    const made = await trial.askAs(form, create, body)
    if (made === undefined || !isSuccess(made)) continue
    const lost = kept.find((name) => !isKept(trial, made, name))
    const came = lost === undefined ? undefined : `another ${lost}`
    trial.say(ruleId(create, 'effect'), { came, due: `what was sent (${form.source})` }, [made])
  }
  if (trial.thing.name !== undefined && trial.nameOf(again) !== trial.name)
    await makeAtOnce(trial, create, body)
}

const isKept = (trial: Trial, made: Came, name: string): boolean =>
  trial.written(made).get(name) === viewOf(made.body?.value).get(name)

/** This many are made at once. */
const crowd = 3

/** Each makes a thing of its own, as it does alone (RFC 9110, 15.3.2). */
async function makeAtOnce(trial: Trial, create: AnyOperation, body?: RightBody): Promise<void> {
  const { name: own } = trial
  const made = (await trial.askAtOnce(create, body, crowd)).filter((one) => isSuccess(one))
  const session = atOnce(made.map(({ ask }) => ask))
  const names = new Set<unknown>()
  for (const one of made) {
    trial.name = trial.nameOf(one)
    const shown = trial.name === undefined ? undefined : await trial.show()
    if (shown === undefined) continue
    const twice = names.has(trial.name) ? 'the name of another that was made at once' : undefined
    const came = isGone(shown) ? `${trial.absence(shown)} for what was made at once with others` : twice
    names.add(trial.name)
    const all = [...session, { ask: shown.ask }]
    trial.say(ruleId(create, 'effect'), { came, due: 'a thing of its own for each' }, [shown], all)
  }
  trial.name = own
}

async function lookFor(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const shown = trial.thing.name === undefined ? undefined : await trial.show()
  const came = shown !== undefined && isGone(shown) ? `${trial.absence(shown)} for what was made` : undefined
  if (shown !== undefined)
    trial.say(
      ruleId(create, 'effect'),
      { came: came ?? otherThan(trial, made, shown), due: 'what was made' },
      [made, shown],
    )
  if (came === undefined) await find(trial, create, made, shown)
  if (shown !== undefined && isSuccess(shown)) await putTheSame(trial, create, made, shown)
}

/** A member that is shown otherwise than it was sent, or than the response to POST has it. */
function otherThan(trial: Trial, made: Came, shown: Came): string | undefined {
  if (!isSuccess(shown)) return undefined
  const damage = damageOf(made.body?.value, readJson(shown.response).value)
  if (damage !== undefined) return damage
  const [[name, text] = []] = differing(trial.written(made), trial.written(shown))
  return name === undefined ? undefined : `another ${name} than ${quote(text ?? '')}`
}
