/** Conditional requests: 304 while the list is the one that the tag names, and only then. */
import type { Field, SentRequest } from '../../exchange.ts'
import { fieldValue } from '../../content.ts'
import type { Law } from '../law.ts'
import type { Sent } from '../sent.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { withFields } from '../request.ts'
import { readable } from './access.ts'

export const conditions: Law = {
  name: 'conditions',
  run: async (probe) => {
    const operations = readable(probe)
    const whole = await listsAt(
      probe,
      operations.map(({ path }) => path),
    )
    const parts = await listsAt(
      probe,
      operations.flatMap((operation) => partsOf(operation)),
    )
    const lists = [...whole, ...parts]
    compareTags(probe, lists)
    const tags = [...new Set(lists.map(({ outcome }) => tagOf(outcome) ?? ''))]
    await Promise.all(whole.map((list) => askUnderConditions(probe, list)))
    await probe.askAll(lists.flatMap((list) => [...tags, '"x"'].map((tag) => asking(list.request, tag))))
  },
}

/** The lists that the first callers get there, where they have tags. */
async function listsAt(probe: Probe, targets: readonly string[]): Promise<readonly Sent[]> {
  const requests = targets.flatMap((target) =>
    probe.parties.slice(0, 4).map(({ token }) => probe.write('GET', target, { token: token.mark })),
  )
  return (await probe.askBriefly(requests)).filter(({ outcome }) => tagOf(outcome) !== undefined)
}

const partsOf = (operation: Operation): readonly string[] =>
  integerParameters(operation).flatMap(({ name }) =>
    ['0', '1', '2'].map((value) => `${operation.path}?${name}=${value}`),
  )

type Outcome = Sent['outcome']

/** The tag of a list. */
export const tagOf = (outcome: Outcome): string | undefined =>
  'silence' in outcome || outcome.status !== 200 ? undefined : fieldValue(outcome, 'ETag')

const bodyOf = (outcome: Outcome): string => ('silence' in outcome ? '' : outcome.body.toString('latin1'))

/** Two lists never have one tag. */
function compareTags(probe: Probe, lists: readonly Sent[]): void {
  const bodies = new Map<string, Sent>()
  for (const list of lists) {
    const tag = tagOf(list.outcome) ?? ''
    const other = bodies.get(tag) ?? list
    bodies.set(tag, other)
    if (bodyOf(other.outcome) === bodyOf(list.outcome)) {
      probe.keep('etag-names-the-list', list)
    } else {
      const due = `another tag: ${other.exchange.request.target} has this one, for another list`
      const breach = { rule: 'etag-names-the-list', came: `ETag: ${tag}`, due }
      probe.findings.tell(breach, list, [other.request, list.request])
    }
  }
}

const asking = (request: SentRequest, ...tags: readonly string[]): SentRequest =>
  withFields(
    request,
    tags.map((tag): Field => ['If-None-Match', tag]),
  )

/** Conditions that hold, and conditions that don't. */
function conditionsFor({ request, outcome }: Sent): readonly SentRequest[] {
  const tag = tagOf(outcome) ?? ''
  const opaque = tag.replace(/^W\//, '')
  const inner = opaque.slice(1, -1)
  const inOtherCase = inner.replaceAll(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  )
  return [
    ...[tag, `"x", ${tag}`, `${tag},"x"`, `W/"x",  W/${opaque}`, '*'].map((value) => asking(request, value)),
    ...[
      '"x"',
      `"x${inner}"`,
      `"${inner}x"`,
      `"${inner.slice(0, -1)}"`,
      'W/"x"',
      '"*"',
      '""',
      'x',
      '',
      inner,
      ...(inOtherCase === inner ? [] : [`"${inOtherCase}"`]),
    ].map((value) => asking(request, value)),
    asking(request, '"x"', tag),
    { ...asking(request, tag), method: 'HEAD' },
    { ...asking(request, '"x"'), method: 'HEAD' },
    ...beside.map((fields) => withFields(asking(request, tag), fields)),
    ...beside.map((fields) => withFields(asking(request, '"x"'), fields)),
  ]
}

/** A length that a 304 names is that of the list (RFC 9110, 8.6). */
async function askUnderConditions(probe: Probe, list: Sent): Promise<void> {
  const due = bodyOf(list.outcome).length
  for (const sent of await probe.askAll(conditionsFor(list))) {
    const { outcome } = sent
    const length =
      'silence' in outcome || outcome.status !== 304 ? undefined : fieldValue(outcome, 'Content-Length')
    if (length !== undefined && Number(length) !== due) {
      const came = `304 with Content-Length: ${length}`
      probe.findings.tell(
        { rule: 'not-modified-same-fields', came, due: `${due}, as for 200, or none` },
        sent,
      )
    }
  }
}

/** What does not change the answer to a condition by tag. */
const beside: readonly (readonly Field[])[] = [
  [['Cache-Control', 'no-cache']],
  [['Cache-Control', 'max-age=0']],
  [['Pragma', 'no-cache']],
  [['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  [['If-Modified-Since', 'Fri, 31 Dec 2100 00:00:00 GMT']],
]
