/** Conditions and codings: what a client has already, and what it accepts (RFC 9110, 12.5 and 13). */
import { fieldValue, inTurn } from '@plant-store/raw-http'
import { type Field, statusOf } from '../../exchange.ts'
import { opaqueTag } from '../../oracle/normalize-field.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { declares } from '../oracle/asked.ts'
import { essence, unknownType } from '../values/media-types.ts'
import { longAgo, neverTag } from '../oracle/status.ts'
import { contentOf } from '../oracle/steady.ts'
import { withOneMore } from './kinds.ts'
import { asHead, type Place, type Plan, plansFor, requestsOf, withField } from './plan.ts'
import { forEachSafe } from './stage.ts'
import { tagOf } from './things/views.ts'

export const conditions = forEachSafe('conditions', async (place, plan) => {
  const { player } = place
  const more: readonly Field[] = [
    ...acceptable(place),
    ...codings.map((value): Field => ['Accept-Encoding', value]),
    ['Range', 'bytes=0-3'],
    ['If-Modified-Since', longAgo],
  ]
  const plans = [plan, ...withOneMore(place, plan, 2)]
  const now = new Date().toUTCString()
  // Of the two, the tag decides (RFC 9110, 13.1.3).
  const both = withField(withField(plan, ['If-None-Match', neverTag]), ['If-Modified-Since', now])
  const coded = ['gzip', 'br'].map((coding) => withField(plan, ['Accept-Encoding', coding]))
  await player.askAll(
    requestsOf(place, [
      both,
      ...plans.flatMap((one) => [one, withField(one, ['If-None-Match', neverTag])]),
      ...more.map((field) => withField(plan, field)),
      ...[...coded, ...acceptable(place).map((field) => withField(plan, field))].map((one) => asHead(one)),
    ]),
  )
  await tryWeights(place, plan)
  await tryUnknown(place, plan)
  await tryTag(place, plan)
  for (const one of coded) await tryTag(place, one)
})

/** What is not accepted is not sent: no coding but none, or all but gzip. */
const codings = ['gzip, br', 'identity', '', 'gzip;q=0, *;q=0.5', 'gzip;q=0']

async function tryTag(place: Place, plan: Plan): Promise<void> {
  const { player } = place
  const [sent] = await player.askAll(requestsOf(place, [plan]))
  if (sent === undefined || 'noResponse' in sent.outcome) return
  const tag = tagOf(sent.outcome)
  const named = [
    ['If-None-Match', tag],
    ['If-Modified-Since', fieldValue(sent.outcome, 'Last-Modified')],
  ].flatMap(([name = '', value]): Field[] => (value === undefined ? [] : [[name, value]]))
  // What a connection keeps of a 304 shows in the next response.
  const unchanged = named.flatMap((field) => [withField(plan, field), plan, asHead(withField(plan, field))])
  await player.run([inTurn(requestsOf(place, unchanged))])
  if (tag === undefined) return
  if (plan.fields === undefined) await tryOthers(place, plan, tag)
  await tryForms(place, plan, tag)
}

/** A tag that is heeded alone is heeded among others, as a weak one and a strong one, and beside a date (RFC 9110, 13.1.2 and 13.1.3). */
async function tryForms(place: Place, plan: Plan, tag: string): Promise<void> {
  const { player } = place
  const opaque = opaqueTag(tag)
  const values = [tag, `"x", ${tag}`, `W/"x", ${tag}`, `${tag}, "x"`, opaque, `W/${opaque}`]
  const conditional = values.map((value) => withField(plan, ['If-None-Match', value]))
  const [alone = plan] = conditional
  const asks = requestsOf(place, [...conditional, withField(alone, ['If-Modified-Since', longAgo]), alone])
  const [all = []] = await player.run([inTurn(asks)])
  // The content is the same before and after.
  const isHeeded = [all[0], all.at(-1)].every((sent) => statusOf(sent?.outcome) === 304)
  const statuses = all.map(({ outcome }) =>
    'status' in outcome && tagOf(outcome) === tag ? outcome.status : 0,
  )
  // Who packs what others have made may not know its own tag again.
  const isPlain = plan.fields === undefined && tag.startsWith('"')
  const isDue = isPlain && place.operation.responses.some(({ status }) => status === '304')
  if (isDue && statuses.every((status) => status === 200))
    tellAll(place, all.slice(0, 1), 200, '304, as the document says: the content has this tag')
  if (isHeeded) tellAll(place, all, 200, '304: the same tag alone gets it')
}

/** The tag of one representation is not that of another: what comes is what comes without the condition. */
async function tryOthers(place: Place, plan: Plan, tag: string): Promise<void> {
  const { player } = place
  for (const other of [...plansFor(place), ...withOneMore(place, plan)]) {
    const condition = withField(other, ['If-None-Match', tag])
    const asks = requestsOf(place, [other, condition, other, condition, other])
    const [all = []] = await player.run([inTurn(asks)])
    const came = all.flatMap(({ outcome }) => ('noResponse' in outcome ? [] : outcome))
    const plain = came.filter((_, at) => at % 2 === 0)
    const [own, ...others] = new Set(plain.map((one) => tagOf(one)))
    if (own === undefined || others.length > 0 || opaqueTag(own) === opaqueTag(tag)) continue
    const tried = all.filter((_, at) => at % 2 === 1)
    tellAll(place, tried, 304, `200: its tag is ${own}`)
    const [text, ...texts] = new Set(plain.map((one) => contentOf(one)))
    const isOther = came.every((one, at) => one.status === 200 && (at % 2 === 0 || contentOf(one) !== text))
    if (isOther && texts.length === 0)
      tellAll(place, tried, 200, 'the content as without the condition', 'same-content-again')
  }
}

function tellAll(
  { player }: Place,
  all: readonly Sent[],
  status: number,
  due: string,
  rule = 'not-modified-304',
): void {
  for (const sent of all.filter(({ outcome }) => statusOf(outcome) === status))
    player.findings.tell({ rule, came: String(status), due }, sent, inTurn([{ request: sent.request }]))
}

/** None, and one so small that no preference of the service's own outweighs it. */
const weights = ['q=0', 'q=0.001']

/** What has next to no weight is not sent where something else is accepted (RFC 9110, 12.5.1). */
async function tryWeights(place: Place, plan: Plan): Promise<void> {
  const [one = '', other = one] = typesOf(place)
  for (const [left, wanted] of one === other ? [] : [[one, other] as const, [other, one] as const]) {
    const values = [wanted, ...weights.map((weight) => `${left};${weight}, ${wanted}`)]
    const asks = requestsOf(
      place,
      values.map((value) => withField(plan, ['Accept', value])),
    )
    const [alone, ...weighed] = await place.player.askAll(asks)
    const due = `${wanted}, as where it is accepted alone`
    const wrong = weighed.filter((sent) => typeOf(sent) === essence(left))
    if (typeOf(alone) === essence(wanted)) tellAll(place, wrong, 200, due, 'weights-heeded')
  }
}

/** The media type that came, without its parameters. */
const typeOf = (sent: Sent | undefined): string =>
  sent === undefined || 'noResponse' in sent.outcome
    ? ''
    : essence(fieldValue(sent.outcome, 'Content-Type') ?? '')

/** Where 406 is declared, nothing else is sent in place of a type that nobody declares (RFC 9110, 15.5.7). */
async function tryUnknown(place: Place, plan: Plan): Promise<void> {
  const isDue = declares(place.operation, 406) && typesOf(place).every((type) => !type.includes('*'))
  const asks = isDue ? requestsOf(place, [withField(plan, ['Accept', unknownType])]) : []
  const wrong = (await place.player.askAll(asks)).filter((sent) => typeOf(sent) !== unknownType)
  tellAll(place, wrong, 200, '406, as the document says: nothing else is accepted', 'refused-as-declared')
}

/** Each media type that a success may have, and any of its kind. */
const acceptable = (place: Place): readonly Field[] =>
  typesOf(place).flatMap((type): Field[] => [
    ['Accept', type],
    ['Accept', type.replace(/\/.*/s, '/*')],
  ])

const typesOf = ({ operation }: Place): readonly string[] => {
  const right = operation.responses.filter(({ status }) => status.startsWith('2'))
  return [...new Set(right.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)))]
}
