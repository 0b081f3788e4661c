/** No list has the tag of another: of a longer or shorter part, of the whole, or of somebody else's same part. */
import { inTurn, type Session, type Wanted, withFields } from '@plant-store/raw-http'
import { integerParameters } from '../../contract/operations.ts'
import type { Setting } from '../draft.ts'

/** How many callers, and how many numbers from 0 on. */
const some = { callers: 3, numbers: 7 } as const

/** Each part with the tags of its neighbours; all parts are requested first. */
export async function otherTags({ runner, operation }: Setting): Promise<readonly Session[]> {
  const { callers, knowledge, write } = runner
  const own = callers.slice(0, some.callers)
  const numbers = Array.from({ length: some.numbers }, (_, number) => number)
  const parts = integerParameters(operation).flatMap(({ name }) =>
    numbers.map((number) => `${operation.path}?${name}=${number}`),
  )
  await runner.askAll(
    own.flatMap(({ mark: token }) => parts.map((target) => ({ request: write('GET', target, { token }) }))),
  )
  return integerParameters(operation).flatMap(({ name }) => {
    const tagOf = (caller: number, number: number | undefined): string | undefined =>
      knowledge.tagOf({ caller, operation, numbers: number === undefined ? {} : { [name]: number } })
    return own.map(({ mark: token }, caller) => {
      const others = own.map((_, index) => index).filter((index) => index !== caller)
      const asks = numbers.map((number): readonly Wanted[] => {
        const request = write('GET', `${operation.path}?${name}=${number}`, { token })
        const tags = [
          ...[number - 1, number + 1, undefined].map((other) => tagOf(caller, other)),
          ...others.map((other) => tagOf(other, number)),
        ]
        return [...new Set(tags)].flatMap((tag) =>
          tag === undefined ? [] : [{ request: withFields(request, [['If-None-Match', tag]]) }],
        )
      })
      return inTurn(asks.flat())
    })
  })
}
