/** Tokens in every spelling, given away wherever there is room for one. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Judge } from '../../src/court/judge.ts'
import { answerOf } from '../answer-of.ts'

/** A judge that gives away all it knows, as a careless service and a faulty judge would together. */
export function gossip(tokens: readonly string[]): Judge {
  const spellings = tokens.flatMap((token) => spell(token))
  const text = spellings.join(' ')
  return {
    name: 'gossip',
    judge: (_subject, court) => {
      const answer = { ...answerOf(500, text, [['X-Echo', text]]), reason: text, faults: [text] }
      const made = {
        judge: 'gossip',
        request: {
          method: 'GET',
          target: `/plants?${text}`,
          fields: [['Authorization', text]],
          body: text,
          octets: text,
        },
        answer,
        startedAt: new Date(),
        durationMs: 1,
        connection: 0,
      } as const
      const exchange = court.record(made)
      court.record({ ...made, answer: { ...answer, body: gzipSync(text) } })
      court.kept('payload-is-json', exchange)
      court.broken({
        rule: 'causes-stay-inside',
        judge: 'gossip',
        exchange,
        came: text,
        due: text,
        curl: text,
      })
      court.unjudged('failure-500', text)
      return Promise.reject(new Error(text))
    },
  }
}

/** The token as it is, in percent codes, JSON escapes, base64 at each of three offsets, in upper case, and cut. */
export function spell(token: string): readonly string[] {
  const hex = Buffer.from(token).toString('hex')
  const codes = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${token}`).toString('base64'))
  return [
    token,
    hex.replaceAll(/../g, '%$&'),
    hex.toUpperCase().replaceAll(/../g, '%$&'),
    hex.replaceAll(/../g, String.raw`\u00$&`),
    ...codes,
    token.toUpperCase(),
    token.slice(0, -1),
    token.slice(2),
  ]
}

/** Everything that is compressed and in base64, as text. */
export function unpack(text: string): readonly string[] {
  return [...text.matchAll(/"(H4sI[\w+/]+=*)"/g)].map(([, code = '']) =>
    gunzipSync(Buffer.from(code, 'base64')).toString(),
  )
}
