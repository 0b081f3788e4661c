/** Conditions and codings: what a client has already, and what it accepts (RFC 9110, 12.5 and 13). */
import { fieldValue } from '@plant-store/raw-http'
import { statusOf } from '../../exchange.ts'
import { opaqueTag } from '../../oracle/normalize-field.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { declares } from '../oracle/asked.ts'
import { essence, unknownType } from '../values/media-types.ts'
import { longAgo, neverTag } from '../oracle/status.ts'
import { contentOf } from '../oracle/steady.ts'
import { askAll, askInTurn, responseOf, say } from './ask.ts'
import { asHead, type Plan, plansFor, withField, withOneMore } from './plan.ts'
import { forEachSafe } from './stage.ts'
import { tagOf } from './things/views.ts'

export const conditions = forEachSafe('conditions', async (plan) => {
  const types = typesOf(plan)
  const accepting = withFields(plan, 'Accept', [
    ...types,
    ...types.map((type) => type.replace(/\/.*/s, '/*')),
  ])
  const [gzip = plan, brotli = plan] = withFields(plan, 'Accept-Encoding', ['gzip', 'br'])
  // Of the two, the tag decides (RFC 9110, 13.1.3).
  const both = withField(withField(plan, ['If-None-Match', neverTag]), [
    'If-Modified-Since',
    new Date().toUTCString(),
  ])
  await askAll([
    both,
    ...[plan, ...withOneMore(plan, 2)].flatMap((one) => [one, withField(one, ['If-None-Match', neverTag])]),
    ...accepting,
    ...withFields(plan, 'Accept-Encoding', codings),
    withField(plan, ['Range', 'bytes=0-3']),
    withField(plan, ['If-Modified-Since', longAgo]),
    ...[gzip, brotli, ...accepting].map((one) => asHead(one)),
  ])
  await tryWeights(plan, types)
  await tryUnknown(plan, types)
  for (const one of [plan, gzip, brotli]) await tryTag(one)
})

const withFields = (plan: Plan, name: string, values: readonly string[]): readonly Plan[] =>
  values.map((value) => withField(plan, [name, value]))

/** What is not accepted is not sent: no coding but none, or all but gzip. */
const codings = ['gzip, br', 'identity', '', 'gzip;q=0, *;q=0.5', 'gzip;q=0']

async function tryTag(plan: Plan): Promise<void> {
  const response = responseOf((await askAll([plan]))[0])
  const tag = response && tagOf(response)
  const since = response && fieldValue(response, 'Last-Modified')
  const named = [
    ...(tag === undefined ? [] : [withField(plan, ['If-None-Match', tag])]),
    ...(since === undefined ? [] : [withField(plan, ['If-Modified-Since', since])]),
  ]
  // What a connection keeps of a 304 shows in the next response.
  await askInTurn(named.flatMap((one) => [one, plan, asHead(one)]))
  if (tag === undefined) return
  if (plan.fields === undefined) await tryOthers(plan, tag)
  await tryForms(plan, tag)
}

/** A tag that is heeded alone is heeded among others, as a weak one and a strong one, and beside a date (RFC 9110, 13.1.2 and 13.1.3). */
async function tryForms(plan: Plan, tag: string): Promise<void> {
  const opaque = opaqueTag(tag)
  const values = [tag, `"x", ${tag}`, `W/"x", ${tag}`, `${tag}, "x"`, opaque, `W/${opaque}`]
  const conditional = withFields(plan, 'If-None-Match', values)
  const [alone = plan] = conditional
  const all = await askInTurn([...conditional, withField(alone, ['If-Modified-Since', longAgo]), alone])
  // The content is the same before and after.
  const isHeeded = [all[0], all.at(-1)].every((sent) => statusOf(sent?.outcome) === 304)
  const isIgnored = all.every((sent) => {
    const response = responseOf(sent)
    return response?.status === 200 && tagOf(response) === tag
  })
  // Who packs what others have made may not know its own tag again.
  const isPlain = plan.fields === undefined && tag.startsWith('"')
  if (isPlain && isIgnored && declares(plan.operation, 304))
    sayAll(plan, all.slice(0, 1), 200, '304, as the document says: the content has this tag')
  if (isHeeded) sayAll(plan, all, 200, '304: the same tag alone gets it')
}

/** The tag of one representation is not that of another: what comes is what comes without the condition. */
async function tryOthers(plan: Plan, tag: string): Promise<void> {
  for (const other of [...plansFor(plan), ...withOneMore(plan)]) {
    const condition = withField(other, ['If-None-Match', tag])
    const all = await askInTurn([other, condition, other, condition, other])
    const came = all.flatMap((sent) => responseOf(sent) ?? [])
    const plain = came.filter((_, at) => at % 2 === 0)
    const [own, ...others] = new Set(plain.map((one) => tagOf(one)))
    if (own === undefined || others.length > 0 || opaqueTag(own) === opaqueTag(tag)) continue
    const tried = all.filter((_, at) => at % 2 === 1)
    sayAll(plan, tried, 304, `200: its tag is ${own}`)
    const [text, ...texts] = new Set(plain.map((one) => contentOf(one)))
    const isOther = came.every((one, at) => one.status === 200 && (at % 2 === 0 || contentOf(one) !== text))
    if (isOther && texts.length === 0)
      sayAll(plan, tried, 200, 'the content as without the condition', 'same-content-again')
  }
}

/** Says what was due to those that got this status. */
function sayAll(
  plan: Plan,
  all: readonly Sent[],
  status: number,
  due: string,
  rule = 'not-modified-304',
): void {
  for (const sent of all.filter(({ outcome }) => statusOf(outcome) === status))
    say(plan, rule, { came: String(status), due }, sent)
}

/** What has next to no weight is not sent where something else is accepted (RFC 9110, 12.5.1); no preference of the service outweighs it. */
async function tryWeights(plan: Plan, [one = '', other = one]: readonly string[]): Promise<void> {
  for (const [left, right] of one === other
    ? []
    : ([
        [one, other],
        [other, one],
      ] as const)) {
    const values = [right, ...['q=0', 'q=0.001'].map((weight) => `${left};${weight}, ${right}`)]
    const [alone, ...weighed] = await askAll(withFields(plan, 'Accept', values))
    const wrong = weighed.filter((sent) => typeOf(sent) === essence(left))
    if (typeOf(alone) === essence(right))
      sayAll(plan, wrong, 200, `${right}, as where it is accepted alone`, 'weights-heeded')
  }
}

/** The media type that came, without its parameters. */
const typeOf = (sent: Sent | undefined): string => {
  const response = responseOf(sent)
  return essence((response && fieldValue(response, 'Content-Type')) ?? '')
}

/** Where 406 is declared, nothing else is sent in place of a type that nobody declares (RFC 9110, 15.5.7). */
async function tryUnknown(plan: Plan, types: readonly string[]): Promise<void> {
  if (!declares(plan.operation, 406) || types.some((type) => type.includes('*'))) return
  const all = await askAll([withField(plan, ['Accept', unknownType])])
  const wrong = all.filter((sent) => typeOf(sent) !== unknownType)
  sayAll(plan, wrong, 200, '406, as the document says: nothing else is accepted', 'refused-as-declared')
}

/** The media types that a success may have. */
const typesOf = ({ operation }: Plan): readonly string[] => {
  const right = operation.responses.filter(({ status }) => status.startsWith('2'))
  return [...new Set(right.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)))]
}
