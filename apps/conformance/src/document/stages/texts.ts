/** Texts that programs stumble over, as the value of each parameter of query and path, and of one that nobody declares. */
import type { Wanted } from '@plant-store/raw-http'
import { type Place, type Plan, requestsOf, without } from './plan.ts'
import { forEachSafe } from './stage.ts'
import { values } from './values.ts'

/** As they stand there: a service may refuse them, but not fail. */
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

const texts = forEachSafe('odd texts', async (place, plain) => {
  await place.player.askAll([...inQuery(place, plain), ...inPath(place, plain)])
})

function inQuery(place: Place, plain: Plan): readonly Wanted[] {
  const declared = place.operation.parameters.filter((one) => one.in === 'query')
  const plans = [undefined, ...declared].flatMap((parameter) => {
    const plan = parameter === undefined ? plain : without(plain, parameter)
    const name = encodeURIComponent(parameter?.name ?? 'not-declared')
    return oddTexts.map((text) => Object.assign({ ...plan }, { query: [`${name}=${text}`] }))
  })
  return requestsOf(place, plans)
}

/** In place of each part of the path that is a parameter. */
function inPath(place: Place, plain: Plan): readonly Wanted[] {
  const parts = place.operation.path.split('/').flatMap((part, at) => (/^\{[^{}]+\}$/.test(part) ? [at] : []))
  return requestsOf(place, [plain]).flatMap(({ request }) => {
    const [path = '', ...query] = request.target.split('?')
    const targets = parts.flatMap((at) => oddTexts.map((text) => path.split('/').with(at, text).join('/')))
    return targets.map((target) => ({
      request: Object.assign({ ...request }, { target: [target, ...query].join('?') }),
    }))
  })
}

/** What parameters are given. */
export const givenValues = [values, texts] as const
