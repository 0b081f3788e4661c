/** HEAD is answered as GET is, for every request, caller and number. */
import { fieldValue, toText } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../../exchange.ts'
import { meaningOf } from '../../oracle/meaning.ts'
import type { Sent } from '../sent.ts'
import { type Difference, FirstOnes, type Relation } from './relation.ts'

/** The statuses of which the same request got other texts. */
class Changing {
  readonly #texts = new FirstOnes()
  readonly #statuses = new Set<number>()

  see(sent: Sent, { status, body }: Answer): void {
    if (status < 400) return
    const text = body.toString('latin1')
    const known = this.#texts.meet(`${status} ${toText(sent.request)}`, text, sent)
    if (known !== undefined && known.text !== text) this.#statuses.add(status)
  }

  has(status: number): boolean {
    return this.#statuses.has(status)
  }
}

type Pair = Partial<Record<'GET' | 'HEAD', Sent>>

export function headAsGet(): Relation {
  const pairs = new Map<string, Pair>()
  /** Refusals whose messages have a word of their own each time. */
  const changing = new Changing()
  return {
    rule: 'head-as-get',
    see: ({ sent, answer, analysis: { alsoFine } }) => {
      const { request } = sent
      const { method } = request
      if (method === 'GET') changing.see(sent, answer)
      const isClear = request.octets === undefined && alsoFine.every((status) => status === 304)
      if ((method !== 'GET' && method !== 'HEAD') || !isClear) return undefined
      const key = keyOf(request)
      const pair: Pair = { [method]: sent, ...pairs.get(key) }
      pairs.set(key, pair)
      const other = pair[method === 'GET' ? 'HEAD' : 'GET']
      if (other === undefined || 'noResponse' in other.outcome) return undefined
      const [due, came] = method === 'HEAD' ? [other.outcome, answer] : [answer, other.outcome]
      const difference = differenceOf(due, came, changing)
      return difference === undefined ? 'kept' : { ...difference, earlier: other }
    },
  }
}

/** The end of the connection is no part of what is asked for, nor is the name of the request. */
function keyOf(request: SentRequest): string {
  const fields = request.fields.filter(([name]) => !/^(?:connection|x-request-id)$/i.test(name))
  return toText({ ...request, method: '', fields })
}

const same = ['ETag', 'Cache-Control', 'Vary', 'WWW-Authenticate', 'Allow']

function differenceOf(
  due: Answer,
  came: Answer,
  changing: Changing,
): Pick<Difference, 'came' | 'due' | 'isToShowAgain'> | undefined {
  if (due.status !== came.status) {
    return { came: String(came.status), due: `${due.status}, as for GET` }
  }
  // These may be left out; where they are there they are those of GET.
  const optional = ['Content-Type', 'Content-Encoding'].filter((name) => fieldValue(came, name) !== undefined)
  const field = [...same, ...optional].find((name) => meaningOf(due, name) !== meaningOf(came, name))
  if (field !== undefined) {
    return {
      came: `${field}: ${fieldValue(came, field) ?? 'none'}`,
      due: `${fieldValue(due, field) ?? 'none'}, as for GET`,
    }
  }
  const length = fieldValue(came, 'Content-Length')
  const octets = due.bodyLength ?? due.body.length
  const isLie =
    due.status !== 304 && !changing.has(due.status) && length !== undefined && Number(length) !== octets
  if (!isLie) return undefined
  const lengths = { came: `Content-Length: ${length}`, due: `${octets}, as for GET` }
  // A refusal may have a word of its own in it each time, which shows when it is asked for again.
  return due.status >= 400 ? { ...lengths, isToShowAgain: true } : lengths
}
