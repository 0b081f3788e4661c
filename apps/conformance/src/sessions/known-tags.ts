/** A service knows its own tags again, whatever else the request says and however it asks for the same list. */
import { fieldValue, valuesOf, type Wanted, withFields } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import { integerParameters } from '../contract/operations.ts'
import type { Setting } from './draft.ts'
import { forEachSetting } from './setting.ts'
import { sortedValues } from './sorted-values.ts'

/** Dimensions that may choose another form of the answer, or be taken for a reason to give it another tag. */
const isSpoken = /^(?:form of the target|optional fields|other parameters|request id)$/

/** One in this many requests is tried. */
const share = { quick: 4, standard: 1, deep: 1 } as const

export const knownTags = forEachSetting('tags that came', async (place) => {
  const { runner } = place
  const one = share[runner.subject.budget]
  const { dimensions, toWanted } = sortedValues(place)
  const asks = dimensions
    .filter(({ name }) => isSpoken.test(name))
    .flatMap((dimension) => dimension.values.map((value) => toWanted(new Map([[dimension, value]]))))
    .filter(
      ({ request }) => choosesForm(request) || (request.target.length + request.fields.length) % one === 0,
    )
  const sent = await runner.askAll([...asks, ...coded(place), ...inPart(place)])
  const again = sent.flatMap(({ request, outcome }): readonly Wanted[] => {
    const tag = 'noResponse' in outcome || outcome.status !== 200 ? undefined : fieldValue(outcome, 'ETag')
    return tag === undefined
      ? []
      : named(request, tag).map((value) => ({ request: withFields(request, [['If-None-Match', value]]) }))
  })
  await runner.askAll(again)
})

/**
 * The tag; for a list that came uncompressed, also the tags that servers give to compressed ones. Unless the list has
 * come with such a tag, it names nothing.
 */
const named = (request: SentRequest, tag: string): readonly string[] =>
  valuesOf(request, 'accept-encoding').includes('identity')
    ? [tag, ...['-gzip', ';gzip', '--gzip', '-br'].map((ending) => tag.replace(/"$/, `${ending}"`))]
    : [tag]

/** Whole lists and parts, with and without compression, of the first callers and of those who see nothing. */
function coded({ runner, operation }: Setting): readonly Wanted[] {
  const { callers, knowledge, write } = runner
  const isEmpty = (caller: number): boolean => knowledge.listOf(caller)?.plants.length === 0
  const some = callers.filter((_, caller) => caller < 3 || isEmpty(caller)).slice(0, 5)
  const queries = [
    '',
    ...integerParameters(operation).flatMap(({ name }) => [0, 2].map((n) => `?${name}=${n}`)),
  ]
  return ['gzip, deflate, br, zstd', 'gzip', 'br', 'identity'].flatMap((codings) =>
    some.flatMap(({ mark: token }) =>
      queries.map((query) => ({
        request: write('GET', operation.path + query, { token, fields: [['Accept-Encoding', codings]] }),
      })),
    ),
  )
}

/** A small part of each caller's list. */
const inPart = ({ runner, operation }: Setting): readonly Wanted[] =>
  integerParameters(operation).flatMap(({ name }) =>
    runner.callers.slice(0, 80).map(({ mark: token }) => ({
      request: runner.write('GET', `${operation.path}?${name}=2`, { token }),
    })),
  )

/** Whether the request says in which form it would like the answer. */
export const choosesForm = ({ fields }: SentRequest): boolean =>
  fields.some(([name, value]) => /^accept(?:-|$)/i.test(name) && value !== '*/*')
