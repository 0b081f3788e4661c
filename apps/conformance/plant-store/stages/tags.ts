/** A service knows its own tags again, whatever else the request says; and no list has the tag of another. */
import { fieldValue, inTurn, type Session, valuesOf, type Wanted, withFields } from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import { limitedTo, listPlants } from '../contract.ts'
import { sortedValues } from '../dimensions/dimensions.ts'
import type { Runner } from '../runner.ts'
import { stage } from './setting.ts'

/** Dimensions that may choose another form of the response, or be taken for a reason to give it another tag. */
const isSpoken = /^(?:form of the target|optional fields|other parameters|request id)$/

/** One in this many requests is tried. */
const share = { quick: 4, standard: 1, deep: 1 } as const

const codings = ['gzip, deflate, br, zstd', 'gzip', 'br', 'identity']

export const knownTags = stage('tags that came', async (runner) => {
  const { callers, knowledge, subject, tokens, ask } = runner
  const one = share[subject.budget]
  const { dimensions, toWanted } = sortedValues(runner)
  const asks = dimensions
    .filter(({ name }) => isSpoken.test(name))
    .flatMap((dimension) => dimension.values.map((value) => toWanted(new Map([[dimension, value]]))))
    .filter(
      ({ request }) => choosesForm(request) || (request.target.length + request.fields.length) % one === 0,
    )
  // Whole lists and parts, with and without compression, of the first callers and of those who see nothing.
  const isEmpty = (caller: number): boolean => knowledge.listOf(caller)?.plants.length === 0
  const some = callers.flatMap(({ mark }, caller) => (caller < 3 || isEmpty(caller) ? [mark] : []))
  const coded = codings.flatMap((value) =>
    some.slice(0, 5).flatMap((token) =>
      [listPlants.path, limitedTo(0), limitedTo(2)].map((target) => ({
        request: runner.write('GET', target, { token, fields: [['Accept-Encoding', value]] }),
      })),
    ),
  )
  const small = tokens.slice(0, 80).map((token) => ask({ token, target: limitedTo(2) }))
  const sent = await runner.askAll([...asks, ...coded, ...small])
  const again = sent.flatMap(({ request, outcome }) => {
    const tag = 'noResponse' in outcome || outcome.status !== 200 ? undefined : fieldValue(outcome, 'ETag')
    return tag === undefined ? [] : named(request, tag).map((value) => conditional(request, value))
  })
  await runner.askAll(again)
})

const conditional = (request: SentRequest, tag: string): Wanted => ({
  request: withFields(request, [['If-None-Match', tag]]),
})

/**
 * The tag; for a list that came uncompressed, also the tags that servers give to compressed ones. Unless the list has
 * come with such a tag, it names nothing.
 */
const named = (request: SentRequest, tag: string): readonly string[] =>
  valuesOf(request, 'accept-encoding').includes('identity')
    ? [tag, ...['-gzip', ';gzip', '--gzip', '-br'].map((ending) => tag.replace(/"$/, `${ending}"`))]
    : [tag]

/** Whether the request says in which form it would like the response. */
export const choosesForm = ({ fields }: SentRequest): boolean =>
  fields.some(([name, value]) => /^accept(?:-|$)/i.test(name) && value !== '*/*')

/** Each small part with the tags of longer and shorter ones, of the whole, and of somebody else's same part. */
export async function otherTags(runner: Runner): Promise<readonly Session[]> {
  const { tokens, ask, knowledge } = runner
  const own = tokens.slice(0, 3)
  const limits = [0, 1, 2, 3, 4, 5, 6]
  const part = (token: string, limit: number): Wanted => ask({ token, target: limitedTo(limit) })
  // All parts are requested first.
  await runner.askAll(own.flatMap((token) => limits.map((limit) => part(token, limit))))
  return own.map((token, caller) =>
    inTurn(
      limits.flatMap((limit) => {
        const ofOthers = own.flatMap((_, other) =>
          other === caller ? [] : [knowledge.tagOf({ caller: other, limit })],
        )
        const near = [limit - 1, limit + 1, undefined].map((one) => knowledge.tagOf({ caller, limit: one }))
        return [...new Set([...near, ...ofOthers])].flatMap((tag) =>
          tag === undefined ? [] : [conditional(part(token, limit).request, tag)],
        )
      }),
    ),
  )
}
