/** Parts of a content: each is what the whole has there (RFC 9110, 14). */
import { fieldValue } from '@plant-store/raw-http'
import type { Sent } from '../../sessions/client/sent.ts'
import { neverTag } from '../oracle/status.ts'
import { askApart, askInTurn, responseOf, say } from './ask.ts'
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
  const [first, last] = [all[0], all.at(-1)].map((sent) => wholeOf(sent))
  // What is another content each time has no parts.
  if (first === undefined || last === undefined || !first.equals(last)) return
  const came = all.slice(1, -1)
  for (const [at, [, bounds]] of parts.entries()) sayOf(plain, came[at], first, bounds(first.length))
  if (came.some((sent) => responseOf(sent)?.status === 206)) await tryOthers(plain, first)
})

/** A service may send less than was asked for, as Content-Range says. */
function sayOf(
  plain: Plan,
  sent: Sent | undefined,
  whole: Buffer,
  [from, to]: readonly [number, number],
): void {
  const response = responseOf(sent)
  if (response?.status !== 206) return
  const range = fieldValue(response, 'Content-Range') ?? ''
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(range)?.map(Number) ?? []
  if (first === undefined || last === undefined) return
  const isRight = first >= from && last <= to && response.body.equals(whole.subarray(first, last + 1))
  const came = isRight ? undefined : `206 with Content-Range: ${range}`
  say(plain, rule, { came, due: `what the whole has from ${from} to ${to}` }, sent)
}

/** A range behind the end is none of the content, and one of another state is not sent. */
async function tryOthers(plain: Plan, whole: Buffer): Promise<void> {
  const behind = withField(plain, ['Range', `bytes=${whole.length}-`])
  const other = withField(withField(plain, ['Range', 'bytes=0-3']), ['If-Range', neverTag])
  for (const sent of await askApart([behind, other]))
    if (responseOf(sent)?.status === 206)
      say(
        plain,
        rule,
        { came: '206', due: '416 behind the end, and 200 where If-Range names another tag' },
        sent,
      )
}

const wholeOf = (sent: Sent | undefined): Buffer | undefined => {
  const response = responseOf(sent)
  return response?.status === 200 && response.body.length > 10 ? response.body : undefined
}
