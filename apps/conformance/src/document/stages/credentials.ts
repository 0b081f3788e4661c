/** Credentials that must not be accepted: none, refused ones, those nearly right, and made-up ones of each scheme that the operation names. */
import { alone, asOfHttp10, fieldValue, inTurn } from '@plant-store/raw-http'
import { type Field, type RawResponse, type SentRequest, statusOf } from '../../exchange.ts'
import type { AnyOperation, SecurityScheme } from '../model.ts'
import { needsCredential } from '../oracle/analyse.ts'
import { tell } from '../oracle/asked.ts'
import { ruleId } from '../rules.ts'
import { asHead, type Place, type Plan, planFor, requestsOf, whoAsks, withField, plansFor } from './plan.ts'
import { atPath } from './http.ts'
import { asAbsolute } from './forms.ts'
import { withOneMore } from './kinds.ts'
import { severalSafe } from './stage.ts'

export const credentials = severalSafe('credentials', async (place, plain) => {
  const { player, operation } = place
  const bad = badOnes(place).map((one) => Object.assign({ ...plain, caller: undefined }, one))
  const heads = bad.map((one) => asHead(one))
  const nobodys = { ...plain, caller: undefined }
  const long: Plan = { ...nobodys, fields: [['X-Unknown', 'A'.repeat(4000)]] }
  const absolute = requestsOf(place, [nobodys]).map(({ request }) => ({
    request: asAbsolute(request, player.subject.url),
  }))
  const asks = [...requestsOf(place, [...bad, ...heads, ...withOneMore(place, nobodys), long]), ...absolute]
  await player.askApart(asks)
  // On a connection that has carried a right credential, as behind a proxy.
  for (const right of requestsOf(place, [plain]))
    await player.run([asks.flatMap((ask) => [{ ask: right }, { ask }])])
  // And as of an old client that keeps its connection.
  const some = [plain, ...bad.slice(0, mostOld)].map((one) => withField(one, ['Connection', 'keep-alive']))
  const [right, ...old] = requestsOf(place, some).map(({ request }) => ({ request: asOfHttp10(request) }))
  if (right !== undefined) await player.run([inTurn(old.flatMap((ask) => [right, ask]))])
  if (!needsCredential(operation)) return
  const more = bad.slice(0, mostOld).flatMap((one) => withOneMore(place, one, one === bad[0] ? 4 : 1))
  const forms = otherForms(place).map((one) => Object.assign({ ...nobodys }, one))
  const near = withField(withField(nobodys, ['X-Forwarded-For', '127.0.0.1']), ['X-Real-IP', '127.0.0.1'])
  await player.askApart(requestsOf(place, [...more, ...forms, near, ...inLowerCase(place, plain)]))
  await tryOtherDoors(place, plain)
  await othersValues(place)
})

/** So many are tried in other ways, too. */
const mostOld = 4

/** The name of a scheme is case-insensitive (RFC 9110, 11.1). */
const inLowerCase = ({ player }: Place, plain: Plan): readonly Plan[] =>
  player.secrets
    .callerFields(plain.caller ?? -1)
    .filter(([name, value]) => /^authorization$/i.test(name) && /^(?:Bearer|Basic) /.test(value))
    .map(([name, value]) => withField(plain, [name, value.replace(/^\w+/, (word) => word.toLowerCase())]))

/**
 * A good bearer token under another scheme, or encoded once more. Where else a service takes it, in the query, in a form (RFC
 * 6750, 2.2 and 2.3), in a cookie, the document leaves open.
 */
function otherForms({ player, operation }: Place): readonly Pick<Plan, 'fields'>[] {
  const token = player.callers.find(({ length }) => length > 0)
  if (token === undefined || schemesOf(operation).some(({ kind }) => kind !== 'bearer')) return []
  const values = [`Basic ${token.mark}`, `Any ${token.mark}`, `Bearer ${token.base64()}`]
  return values.map((value) => ({ fields: [['Authorization', value]] }))
}

/** Whoever matches paths in one way where a credential is asked for, and in another where they are served, leaves a door open. */
async function tryOtherDoors(place: Place, plain: Plan): Promise<void> {
  const { player, operation } = place
  const [right] = await player.askApart(requestsOf(place, [plain]))
  const asks = requestsOf(place, [{ ...plain, caller: undefined }]).flatMap(({ request }) =>
    ['$&/', '$&;x', '$&%20', '/$&'].map((door) => ({ request: atPath(request, door) })),
  )
  if (right === undefined || 'noResponse' in right.outcome) return
  const undeclared = asks.filter(({ request }) => player.oracle.analyse(request).asked === undefined)
  for (const sent of await player.askApart(undeclared)) {
    if ('noResponse' in sent.outcome) continue
    const { body, status } = sent.outcome
    const isSame = body.length > leastTelling && body.equals(right.outcome.body) && status < 300
    const found = player.oracle.access.foreignIn(undefined, sent.request.target, sent.outcome, operation.id)
    if (!isSame && found === undefined) continue
    const breach = { rule: ruleId(operation, 'credential'), came: tell(sent.outcome), due: 'a refusal' }
    player.findings.tell(breach, sent, alone({ request: sent.request }))
  }
}

/** Shorter content may say the same by chance. */
const leastTelling = 20

/** Credentials that must be refused; none at all first. */
export function badOnes({ player, operation }: Place): readonly Pick<Plan, 'fields' | 'query'>[] {
  const { secrets } = player
  const near = secrets.credentials.slice(0, 1).flatMap((good) => secrets.alike(good))
  const madeUps = schemesOf(operation).flatMap((scheme) => madeUp(scheme).map((fields) => ({ fields })))
  return [{}, ...secrets.refusedCredentials, ...near, ...madeUps]
}

const schemesOf = ({ security }: AnyOperation): readonly SecurityScheme[] => security.flat()

const nobody = 'nobody-has-this-one'

/** A JWT that names a key which there is not. */
const unsigned = ['{"alg":"HS256","kid":"x"}', '{"sub":"1"}', 'signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

function madeUp({ kind, in: where, parameter = '' }: SecurityScheme): readonly (readonly Field[])[] {
  const basic = Buffer.from(`${nobody}:${nobody}`).toString('base64')
  if (kind === 'bearer' || kind === 'other') {
    return [nobody, unsigned, 'A'.repeat(300)]
      .map((token) => `Bearer ${token}`)
      .concat('Bearer', `Basic ${basic}`)
      .map((value) => [['Authorization', value]])
  }
  if (kind === 'basic')
    return [`Basic ${basic}`, `Basic ${nobody}`, 'Basic', `Bearer ${nobody}`].map((value) => [
      ['Authorization', value],
    ])
  if (where === 'header') return [nobody, ''].map((value) => [[parameter, value]])
  return where === 'cookie' ? [[['Cookie', `${parameter}=${nobody}`]]] : []
}

/** What the world file gives to one caller alone, asked for by every other and by nobody. */
async function othersValues(place: Place): Promise<void> {
  const { player } = place
  const owners = whoAsks(place, Infinity)
  const plans = owners.flatMap((owner) => {
    const plan = planFor(place, owner)
    const others = [...owners, undefined].filter((who) => who !== owner)
    return plan === undefined ? [] : others.map((caller) => Object.assign({ ...plan }, { caller }))
  })
  const asks = requestsOf(place, plans)
  const sent = await player.askAll(
    asks.filter(({ request }) => player.oracle.analyse(request).faults.length > 0),
  )
  const isRefused = sent.some(
    ({ request, outcome }) => hasCaller(place, request) && [403, 404].includes(statusOf(outcome) ?? 0),
  )
  if (!isRefused) return
  const rule = 'shared-by-whom-it-may-be'
  for (const own of await player.askAll(requestsOf(place, plansFor(place)))) {
    if ('noResponse' in own.outcome || own.outcome.status !== 200) continue
    const control = fieldValue(own.outcome, 'Cache-Control') ?? ''
    const due = 'nothing that lets others have it: it is refused to them'
    if (isShared(own.outcome))
      player.findings.tell(
        { rule, came: `Cache-Control: ${control}`, due },
        own,
        alone({ request: own.request }),
      )
    else player.collector.kept(rule, own.exchange)
  }
}

const hasCaller = ({ player }: Place, request: SentRequest): boolean =>
  player.oracle.analyse(request).caller !== undefined

/** Whether a shared cache may give it to others, for some time, without asking again. */
function isShared(response: RawResponse): boolean {
  const control = fieldValue(response, 'Cache-Control')?.toLowerCase() ?? ''
  const isKept = /(?:max-age|s-maxage)="?[1-9]/.test(control) && /public|s-maxage/.test(control)
  const vary = fieldValue(response, 'Vary') ?? ''
  return isKept && !/no-store|no-cache|private|s-maxage="?0/.test(control) && !/authorization|\*/i.test(vary)
}
