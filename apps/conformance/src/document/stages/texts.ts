/** Texts that programs stumble over, as the value of each parameter of the query, and of one that nobody declares. */
import type { Wanted } from '@plant-store/raw-http'
import { type Place, planFor, wanted, whoAsks, without } from './plan.ts'
import { forEachSafe } from './stage.ts'

/** As they stand in the query: a service may refuse them, but not fail. */
const oddTexts: readonly string[] = [
  '',
  '%C3%BC',
  '%F0%9F%8C%B1',
  '%EF%BF%BF',
  '%FF',
  '%',
  '%00',
  '%0D%0Ax:%20y',
  "'",
  '%22%3E%3Cb%3E',
  '../../etc/passwd',
  '%7B%7B7*7%7D%7D',
  '%5B%5D',
  '-',
  '1e400',
  '99999999999999999999',
  'NaN',
  'null',
  'a'.repeat(3000),
]

export const texts = forEachSafe('odd texts', async (place) => {
  await place.player.askAll(oddOnes(place))
})

function oddOnes(place: Place): readonly Wanted[] {
  const [plain] = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
  const declared = place.operation.parameters.filter((one) => one.in === 'query')
  if (plain === undefined) return []
  return [undefined, ...declared].flatMap((parameter) => {
    const ask = wanted(place, parameter === undefined ? plain : without(plain, parameter))
    if (ask === undefined) return []
    const { target } = ask.request
    const name = encodeURIComponent(parameter?.name ?? 'not-declared')
    return oddTexts.map((text) => ({
      request: { ...ask.request, target: `${target}${target.includes('?') ? '&' : '?'}${name}=${text}` },
    }))
  })
}
