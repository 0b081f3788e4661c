/** The list that should hold a thing: what it has on all of its pages. */
import type { AnyOperation, Parameter } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { itemsOf } from '../../items.ts'
import { walkAll } from '../lists/walk.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'

interface Listed {
  readonly came: Came
  readonly value: unknown
  readonly count: number
  readonly isWhole: boolean
}

/** Undefined where there is none, or it does not come. */
export async function listBy(
  trial: Trial,
  more: (list: AnyOperation) => readonly (readonly [Parameter, unknown])[] = () => [],
): Promise<Listed | undefined> {
  const { list } = trial.thing
  if (list === undefined) return undefined
  const walked = await walkAll(trial.contract, list, (values) =>
    trial.ask(list, { values: [...values, ...more(list)] }),
  )
  const last = walked?.pages.at(-1)
  const came = last
    ? { ...last, ask: { request: last.sent.request } }
    : await trial.ask(list, { values: more(list) })
  if (came === undefined || !isSuccess(came)) return undefined
  const { value } = readJson(came.response)
  const hasMore = came.response.fields.some(([name]) => /^link$/i.test(name))
  return walked === undefined
    ? { came, value, count: itemsOf(value).length, isWhole: !hasMore }
    : { came, value: walked.items, count: walked.items.length, isWhole: walked.isWhole }
}
