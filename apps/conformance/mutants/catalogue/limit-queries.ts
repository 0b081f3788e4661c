/** The grammar of limit: how a query is parsed, part by part and code by code, and limits that come from elsewhere. */
import { accepting, limitOf, limitsFrom, limitUnseen, otherwise, refusingAnyLimit } from '../faults/limits.ts'
import { uncut } from '../faults/lists.ts'
import { replyingTo } from '../faults/replies.ts'
import { decoded } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { ofCaller } from '../triggers-between.ts'
import { about, field, method, request, target, type Trigger } from '../triggers.ts'

/** With a part of the query whose name and value, as they were sent, satisfy `holds`. */
const part = (holds: (name: string, value: string) => boolean): Trigger =>
  request(({ url }) =>
    (url.split('?')[1] ?? '').split('&').some((text) => {
      const [name = '', ...value] = text.split('=')
      return holds(name, value.join('='))
    }),
  )

/** Cuts the digits of a limit where they cross a kilobyte boundary of the target. */
const cutAtKilobyte: Change = limitsFrom((texts, { url }) => {
  const found = /[?&]limit=(\d+)(?=&|$)/.exec(url)
  const digits = found?.[1] ?? ''
  if (found === null || texts.length !== 1) return texts
  const from = found.index + '?limit='.length
  const end = Math.ceil((from + 1) / 1024) * 1024
  return end < from + digits.length ? [digits.slice(0, end - from)] : texts
})

/** Does not count a second limit after 64 parameters if the first is among those 64. */
const farLimitUncounted: Change = limitsFrom((texts, { query }) => {
  const names = [...query.keys()]
  const at = names.indexOf('limit')
  return texts.length > 1 && at < 64 && names.indexOf('limit', at + 1) >= 64 ? texts.slice(0, 1) : texts
})

export const given: Faults = {
  'value-at-kilobyte: The digits of a limit are cut where they cross a kilobyte boundary of the target.': cutAtKilobyte,
  'limit-in-cookie: A limit is kept in a cookie, and applies to requests that send the cookie but no limit.': [
    otherwise(({ headers }) => /\bplants_limit=(\d{1,9})\b/.exec(headers.cookie ?? '')?.[1]),
    replyingTo((reply, { query }) =>
      reply.status === 200 && query.has('limit')
        ? { ...reply, fields: [...reply.fields, ['Set-Cookie', `plants_limit=${query.get('limit')}; Path=/`]] }
        : reply,
    ),
  ],
}

export const completed: Faults = {
  'coded-on-both-sides: A limit with percent codes in both its name and its value is not decoded, and is refused.': [
    refusingAnyLimit,
    part((name, value) => name.includes('%') && value.includes('%') && decoded(name) === 'limit'),
  ],
  'coded-above-maximum: A number above the largest limit is accepted if a digit of it is percent-encoded.': [
    accepting(/^[1-9]\d{9,14}$/),
    part((name, value) => name === 'limit' && value.includes('%')),
  ],
  'zero-eight: The limits 08 and 09, which are not octal numbers, are accepted.': accepting(/^0[89]$/),
  'limit-beside-array: A limit beside limit[] is ignored.': ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const limit = decodeLimit(texts, ask)
      return ask.query.has('limit[]') ? undefined : limit
    },
  }),
  'second-limit-far: A second limit after 64 parameters is not counted.': farLimitUncounted,
  'head-coded-limit: HEAD ignores a limit whose value has a percent code.': [uncut, method('HEAD'), target(/[?&]limit=[^&]*%/)],
  'scrubbed-query: Everything after a password in the query is removed before parsing, including a limit.': [
    limitUnseen,
    target(/[?&](?:password|passwd|secret)=.*&limit=/),
  ],
  'multipart-limit: A field named limit in a multipart form is read as the limit.': [
    otherwise(({ came }) => /name="limit"\r\n(?:[^\r\n]+\r\n)*\r\n(\d+)\r\n/.exec(came())?.[1]),
    field('content-type', /^multipart\/form-data/i),
  ],
  'micro-cache-once: A limit repeated with the same value is accepted for a second after the caller got a list with that limit.': [
    limitsFrom((texts) => [...new Set(texts)]),
    about('history', (ask) =>
      ofCaller(ask).some((one) => ask.ageMs - one.atMs < 1000 && one.status === 200 && String(limitOf(one)) === ask.query.get('limit')),
    ),
  ],
}
