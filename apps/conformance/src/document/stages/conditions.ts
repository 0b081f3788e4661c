/** Conditions, codings and ranges: what a client has already, what it accepts, and which part it wants (RFC 9110, 12.5, 13 and 14). */
import { opaqueTag } from '../../oracle/normalize-field.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { essence } from '../values/media-types.ts'
import { asHead, type Plan, type Plans, withField, withOneMore } from './plan.ts'
import { askAll, askInTurn, fieldOf, say, forEachSafe } from './stage.ts'
import { declares } from '../model.ts'
import { longAgo, neverTag } from '../oracle/examine.ts'

export const conditions = forEachSafe('conditions', async (plan) => {
  const types = typesOf(plan)
  const kinds = types.map((type) => type.replace(/\/.*/s, '/*'))
  const accepting = withEither(plan, 'Accept', [...types, ...kinds])
  const coded = withEither(plan, 'Accept-Encoding', ['gzip', 'br'])
  const now = new Date().toUTCString()
  await askAll([
    // Of the two, the tag decides (RFC 9110, 13.1.3).
    withField(plan, ['If-None-Match', neverTag], ['If-Modified-Since', now]),
    ...[plan, ...withOneMore(plan, 2)].flatMap((one) => [one, withField(one, ['If-None-Match', neverTag])]),
    ...accepting,
    // What is not accepted is not sent: no coding but none, or all but gzip.
    ...withEither(plan, 'Accept-Encoding', ['gzip, br', 'identity', '', 'gzip;q=0, *;q=0.5', 'gzip;q=0']),
    withField(plan, ['Range', 'bytes=0-3']),
    withField(plan, ['If-Modified-Since', longAgo]),
    ...[...coded, ...accepting].map((one) => asHead(one)),
  ])
  await tryTypes(plan, types)
  for (const one of [plan, ...coded]) await tryTag(one)
})

const withEither = (plan: Plan, name: string, values: readonly string[]): Plans =>
  values.map((value) => withField(plan, [name, value]))

async function tryTag(plan: Plan): Promise<void> {
  const [sent] = await askAll([plan])
  const [tag, since] = ['ETag', 'Last-Modified'].map((name) => fieldOf(sent, name))
  const tagged = tag === undefined ? [] : [withField(plan, ['If-None-Match', tag])]
  const dated = since === undefined ? [] : [withField(plan, ['If-Modified-Since', since])]
  // What a connection keeps of a 304 shows in the next response.
  await askInTurn([...tagged, ...dated].flatMap((one) => [one, plan, asHead(one)]))
  if (tag === undefined) return
  await tryForms(plan, tag)
}

/** A tag that is heeded alone is heeded among others, as a weak one and a strong one, and beside a date (RFC 9110, 13.1.2 and 13.1.3). */
async function tryForms(plan: Plan, tag: string): Promise<void> {
  const opaque = opaqueTag(tag)
  const values = [tag, `"x", ${tag}`, `W/"x", ${tag}`, `${tag}, "x"`, opaque, `W/${opaque}`]
  const conditional = withEither(plan, 'If-None-Match', values)
  const [alone = plan] = conditional
  const all = await askInTurn([...conditional, withField(alone, ['If-Modified-Since', longAgo]), alone])
  // The content is the same before and after.
  const isHeeded = [all[0], all.at(-1)].every((sent) => sent?.response?.status === 304)
  const isIgnored = all.every((sent) => sent.response?.status === 200 && fieldOf(sent, 'ETag') === tag)
  // Who packs what others have made may not know its own tag again.
  const isPlain = plan.fields === undefined && tag.startsWith('"')
  if (isPlain && isIgnored && declares(plan.operation, 304))
    sayOf(plan, all.slice(0, 1), 200, '304, as the document says: the content has this tag')
  if (isHeeded) sayOf(plan, all, 200, '304: the same tag alone gets it')
}

/** Says what was due to those that got this status. */
function sayOf(
  plan: Plan,
  all: readonly Sent[],
  status: 200 | 304,
  due: string,
  rule = 'not-modified-304',
): void {
  const wrong = all.filter(({ response }) => response?.status === status)
  for (const sent of wrong) say(plan, rule, { came: String(status), due }, sent)
}

/** What has next to no weight is not sent where something else is accepted (RFC 9110, 12.5.1). */
async function tryTypes(plan: Plan, types: readonly string[]): Promise<void> {
  const [first = '', second = ''] = types
  for (const left of types.length > 1 ? [first, second] : []) {
    const right = left === first ? second : first
    const values = [right, `${left};q=0, ${right}`, `${left};q=0.001, ${right}`]
    const [alone, ...weighed] = await askAll(withEither(plan, 'Accept', values))
    const wrong = weighed.filter((sent) => typeOf(sent) === essence(left))
    if (typeOf(alone) === essence(right))
      sayOf(plan, wrong, 200, `${right}, as where it is accepted alone`, 'weights-heeded')
  }
}

/** The media type that came, without its parameters. */
const typeOf = (sent: Sent | undefined): string => essence(fieldOf(sent, 'Content-Type') ?? '')

/** The media types that a success may have. */
const typesOf = ({ operation }: Plan): readonly string[] => {
  const right = operation.responses.filter(({ status }) => status.startsWith('2'))
  return [...new Set(right.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)))]
}

/** Parts of a content, as a Buffer is cut. */
const parts: Readonly<Record<string, readonly [from: number, to?: number]>> = {
  'bytes=2-5': [2, 6],
  'bytes=-4': [-4],
  'bytes=5-': [5],
}

/** Each part of a content is what the whole has there. A service may send less of it, as Content-Range says. */
export const ranges = forEachSafe('ranges', async (plain) => {
  const all = await askInTurn([plain, ...withEither(plain, 'Range', Object.keys(parts)), plain])
  const [whole, again] = [all[0], all.at(-1)].map((sent) => sent?.response)
  // What is another content each time has no parts.
  if (whole?.status !== 200 || again?.body.equals(whole.body) !== true || whole.body.length <= 10) return
  for (const [at, bounds] of Object.values(parts).entries()) {
    const sent = all[at + 1]
    if (sent?.response?.status !== 206) continue
    const isRight = whole.body.subarray(...bounds).includes(sent.response.body)
    const came = isRight ? undefined : `206 with Content-Range: ${fieldOf(sent, 'Content-Range') ?? 'none'}`
    say(plain, 'ranges-right', { came, due: `a part of ${Object.keys(parts)[at]}` }, sent)
  }
})
