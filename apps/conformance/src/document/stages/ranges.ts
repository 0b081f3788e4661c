/** Parts of a content: each is what the whole has there (RFC 9110, 14). */
import type { Sent } from '../../sessions/client/sent.ts'
import { neverTag } from '../oracle/status.ts'
import { askApart, askInTurn, fieldOf, say } from './ask.ts'
import { type Plan, withField } from './plan.ts'
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

export const ranges = forEachSafe('ranges', async (plain) => {
  const all = await askInTurn([plain, ...parts.map(([range]) => withField(plain, ['Range', range])), plain])
  const [whole, again] = [all[0], all.at(-1)].map((sent) => sent?.response)
  const isSame = whole?.status === 200 && again?.status === 200 && whole.body.equals(again.body)
  // What is another content each time has no parts.
  if (!isSame || whole.body.length <= 10) return
  for (const [at, [, bounds]] of parts.entries())
    sayOf(plain, all[at + 1], whole.body, bounds(whole.body.length))
  if (all.every(({ response }) => response?.status !== 206)) return
  // A range behind the end is none of the content, and one of another state is not sent.
  const behind = withField(plain, ['Range', `bytes=${whole.body.length}-`])
  const other = withField(plain, ['Range', 'bytes=0-3'], ['If-Range', neverTag])
  const due = '416 behind the end, and 200 where If-Range names another tag'
  for (const sent of await askApart([behind, other]))
    if (sent.response?.status === 206) say(plain, rule, { came: '206', due }, sent)
})

/** A service may send less than was asked for, as Content-Range says. */
function sayOf(
  plain: Plan,
  sent: Sent | undefined,
  whole: Buffer,
  [from, to]: readonly [number, number],
): void {
  const response = sent?.response
  if (response?.status !== 206) return
  const range = fieldOf(sent, 'Content-Range') ?? ''
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(range)?.map(Number) ?? []
  if (first === undefined || last === undefined) return
  const isRight = first >= from && last <= to && response.body.equals(whole.subarray(first, last + 1))
  const came = isRight ? undefined : `206 with Content-Range: ${range}`
  say(plain, rule, { came, due: `what the whole has from ${from} to ${to}` }, sent)
}
