/** Content that nobody needs is read, or the connection ends: what follows the content is the next request. */
import { inTurn, type Session, toText } from '@plant-store/raw-http'
import type { Setting } from '../draft.ts'

/** Sizes beyond what services read at once, and beyond what they accept. */
const sizes: readonly number[] = [12_000, 70_000]

/** Large content with a request of each refusal; and content that is announced but sent without waiting for 100. */
export function behindContent({ runner, operation }: Setting): readonly Session[] {
  if (runner.subject.only === 'given') return []
  const { callers, write } = runner
  const { path } = operation
  const token = callers[0]?.mark
  const then = runner.brief({ request: write('GET', path, { token }) })
  const much = sizes.flatMap((size) => {
    const body = `GET ${path}-x HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(Math.ceil(size / 40))
    return [
      write('GET', path, { body }),
      write('GET', path, { token: 'nobody-has-this-one', body }),
      write('GET', `${path}-x`, { token, body }),
      write('POST', path, { token, body }),
    ]
  })
  const eager = ['GET', 'POST']
    .map((method) => write(method, path, { token, fields: [['Expect', '100-continue']], body: 'limit=1' }))
    .map((request) => Object.assign(request, { octets: toText(request) }))
  return [...much, ...eager].map((request) => inTurn([{ request }, then, then]))
}
