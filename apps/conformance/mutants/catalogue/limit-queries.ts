/** Class 7, continued: how a query is taken apart, part by part and code by code, and a limit that comes from elsewhere. */
import { accepting, limitOf, limitsFrom, limitUnseen, otherwise } from '../faults/limits.ts'
import { uncut } from '../faults/lists.ts'
import { replyingTo } from '../faults/replies.ts'
import { decoded } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, Refusal } from '../server/ask.ts'
import { ofCaller } from '../triggers-between.ts'
import { about, field, method, target } from '../triggers.ts'

/** Parts of the query as they were sent. */
const parts = ({ url }: Ask): readonly (readonly [name: string, value: string])[] =>
  (url.split('?')[1] ?? '').split('&').map((part) => {
    const [name = '', ...value] = part.split('=')
    return [name, value.join('=')]
  })

/** Where the value of a limit begins in one kilobyte of the target and ends in the next. */
const cutAtKilobyte: Change = limitsFrom((texts, { url }) => {
  const found = /[?&]limit=(\d+)(?=&|$)/.exec(url)
  const digits = found?.[1] ?? ''
  if (found === null || texts.length !== 1) return texts
  const from = found.index + '?limit='.length
  const end = Math.ceil((from + 1) / 1024) * 1024
  return end < from + digits.length ? [digits.slice(0, end - from)] : texts
})

/** The second limit stands behind so many parameters that it is not counted; the first does not. */
const farLimitUncounted: Change = limitsFrom((texts, { query }) => {
  const names = [...query.keys()]
  const at = names.indexOf('limit')
  return texts.length > 1 && at < 64 && names.indexOf('limit', at + 1) >= 64 ? texts.slice(0, 1) : texts
})

/** Where the value has a percent code, its greatest value is not looked at. */
const codedUnbounded: Change = ({ decodeLimit }) => ({
  decodeLimit: (texts, ask) => {
    const [digits = ''] = texts
    const isCoded = parts(ask).some(([name, value]) => name === 'limit' && value.includes('%'))
    return texts.length === 1 && isCoded && /^[1-9]\d{9,14}$/.test(digits) ? Number(digits) : decodeLimit(texts, ask)
  },
})

/** Only one of the two sides of a parameter is decoded. */
const decodedOnce: Change = ({ decodeLimit }) => ({
  decodeLimit: (texts, ask) => {
    const isMissed = parts(ask).some(([name, value]) => name.includes('%') && value.includes('%') && decoded(name) === 'limit')
    if (isMissed) throw new Refusal('invalidLimit')
    return decodeLimit(texts, ask)
  },
})

export const given: Faults = {
  'value-at-kilobyte: The digits of a limit that begin in one kilobyte of the target are cut where the next begins.': cutAtKilobyte,
  'limit-in-cookie: A limit is kept in a cookie, and holds for who brings that and no limit.': [
    otherwise(({ headers }) => /\bplants_limit=(\d{1,9})\b/.exec(headers.cookie ?? '')?.[1]),
    replyingTo((reply, { query }) =>
      reply.status === 200 && query.has('limit')
        ? { ...reply, fields: [...reply.fields, ['Set-Cookie', `plants_limit=${query.get('limit')}; Path=/`]] }
        : reply,
    ),
  ],
}

export const completed: Faults = {
  'coded-on-both-sides: A limit with percent codes in both its name and its value is not decoded, and refused.': decodedOnce,
  'coded-above-maximum: A number above the greatest limit passes where a digit of it is a percent code.': codedUnbounded,
  'zero-eight: The limits 08 and 09, which are no octal numbers, are accepted.': accepting(/^0[89]$/),
  'limit-beside-array: Beside limit[] a limit is not seen.': ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const limit = decodeLimit(texts, ask)
      return ask.query.has('limit[]') ? undefined : limit
    },
  }),
  'second-limit-far: A second limit behind 64 parameters is not counted.': farLimitUncounted,
  'head-coded-limit: HEAD does not see a limit whose value has a percent code.': [uncut, method('HEAD'), target(/[?&]limit=[^&]*%/)],
  'scrubbed-query: What comes behind a password in the query is cut away before it is read, a limit as well.': [
    limitUnseen,
    target(/[?&](?:password|passwd|secret)=.*&limit=/),
  ],
  'multipart-limit: A field limit of a form in several parts counts.': [
    otherwise(({ came }) => /name="limit"\r\n(?:[^\r\n]+\r\n)*\r\n(\d+)\r\n/.exec(came())?.[1]),
    field('content-type', /^multipart\/form-data/i),
  ],
  'micro-cache-once: A limit that is given twice is taken for one, for a second behind a list with that limit.': [
    limitsFrom((texts) => [...new Set(texts)]),
    about('history', (ask) =>
      ofCaller(ask).some((one) => ask.ageMs - one.atMs < 1000 && one.status === 200 && String(limitOf(one)) === ask.query.get('limit')),
    ),
  ],
}
