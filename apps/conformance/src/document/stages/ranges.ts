/** Parts of a content: each is what the whole has there (RFC 9110, 14). */
import { alone, fieldValue, inTurn } from '@plant-store/raw-http'
import type { Field, RawResponse } from '../../exchange.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { neverTag } from '../oracle/status.ts'
import { type Place, type Plan, requestsOf, withField } from './plan.ts'
import { forEachSafe } from './stage.ts'

const rule = 'ranges-right'

/** What is asked for, and where that begins and ends in a content of so many bytes. */
type Part = readonly [range: string, bounds: (length: number) => readonly [from: number, to: number]]

const parts: readonly Part[] = [
  ['bytes=0-3', () => [0, 3]],
  ['bytes=2-5', () => [2, 5]],
  ['bytes=-4', (length) => [length - 4, length - 1]],
  ['bytes=5-', (length) => [5, length - 1]],
  ['bytes=0-9999999', (length) => [0, length - 1]],
]

export const ranges = forEachSafe('ranges', async (place, plan) => {
  const fields = parts.map(([range]): Field => ['Range', range])
  const asks = [plan, ...fields.map((field) => withField(plan, field)), plan]
  const [all = []] = await place.player.run([inTurn(requestsOf(place, asks))])
  const [first, last] = [all[0], all.at(-1)].map((sent) => wholeOf(sent))
  // What is another content each time has no parts.
  if (first === undefined || last === undefined || !first.equals(last)) return
  const came = all.slice(1, -1)
  for (const [at, [, bounds]] of parts.entries()) tellOther(place, came[at], first, bounds(first.length))
  if (came.some((sent) => responseOf(sent)?.status === 206)) await tryOthers(place, plan, first)
})

/** A service may send less than was asked for, as Content-Range says. */
function tellOther(
  { player }: Place,
  sent: Sent | undefined,
  whole: Buffer,
  [from, to]: readonly [number, number],
): void {
  const response = responseOf(sent)
  if (sent === undefined || response?.status !== 206) return
  const range = fieldValue(response, 'Content-Range') ?? ''
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(range) ?? []
  const isWithin = Number(first) >= from && Number(last) <= to
  if (first === undefined) return
  if (isWithin && response.body.equals(whole.subarray(Number(first), Number(last) + 1)))
    player.collector.kept(rule, sent.exchange)
  else tell(player, sent, `206 with Content-Range: ${range}`, `what the whole has from ${from} to ${to}`)
}

/** A range behind the end is none of the content, and one of another state is not sent. */
async function tryOthers(place: Place, plan: Plan, whole: Buffer): Promise<void> {
  const { player } = place
  const behind = withField(plan, ['Range', `bytes=${whole.length}-`])
  const other = withField(withField(plan, ['Range', 'bytes=0-3']), ['If-Range', neverTag])
  for (const sent of await player.askApart(requestsOf(place, [behind, other]))) {
    const isPart = responseOf(sent)?.status === 206
    if (isPart) tell(player, sent, '206', '416 behind the end, and 200 where If-Range names another tag')
  }
}

const tell = ({ findings }: Place['player'], sent: Sent, came: string, due: string): void =>
  findings.tell({ rule, came, due }, sent, alone({ request: sent.request }))

const responseOf = (sent: Sent | undefined): RawResponse | undefined =>
  sent === undefined || 'noResponse' in sent.outcome ? undefined : sent.outcome

const wholeOf = (sent: Sent | undefined): Buffer | undefined => {
  const response = responseOf(sent)
  return response?.status === 200 && response.body.length > 10 ? response.body : undefined
}
