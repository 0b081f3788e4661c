/** The list that should hold a thing: what it has on all of its pages. */
import { valuesOf } from '@plant-store/raw-http'
import { walkAll } from '../lists/walk.ts'
import { type Came, type How, isSuccess, type Trial, valueOf } from './trial.ts'

interface Listed {
  readonly came: Came
  readonly value: unknown
  readonly isWhole: boolean
}

/** Undefined where there is none, or it does not come. `names`: of what the list is below, where that is not the trial's. */
export async function listBy(trial: Trial, names?: How['names']): Promise<Listed | undefined> {
  const { list } = trial.thing
  if (list === undefined) return undefined
  const ask = (values: NonNullable<How['values']> = []): Promise<Came | undefined> =>
    trial.ask(list, { values, names })
  const walked = await walkAll(trial.contract, list, async (values) => (await ask(values))?.sent)
  const last = walked?.pages.at(-1)
  const came = last?.response ? { sent: last, response: last.response } : await ask()
  if (came === undefined || !isSuccess(came)) return undefined
  const isWhole = walked?.isWhole ?? valuesOf(came.response, 'Link').length === 0
  return { came, value: walked?.items ?? valueOf(came), isWhole }
}
