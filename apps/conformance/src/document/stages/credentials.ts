/** Credentials that must not be accepted: none, refused ones, those nearly right, and made-up ones of each scheme that the operation names. */
import { asOfHttp10 } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../exchange.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { needsCredential, type SecurityScheme } from '../model.ts'
import { asHead, type Plan, planFor, plansFor, varied, whoAsks, withField, withOneMore } from './plan.ts'
import { asAbsolute } from './forms.ts'
import { askAll, askApart, askInTurn, askWrong, fieldOf, say, severalSafe } from './stage.ts'

export const credentials = severalSafe('credentials', async (plain) => {
  const { player, operation } = plain
  const nobodys = { ...plain, caller: undefined }
  const bad = badOnes(plain)
  const some = bad.slice(0, 4)
  const asks = [
    ...bad,
    ...bad.map((one) => asHead(one)),
    ...withOneMore(nobodys),
    withField(nobodys, ['X-Unknown', 'A'.repeat(4000)]),
    { ...nobodys, rewrite: (request: SentRequest) => asAbsolute(request, player.subject.url) },
  ]
  await askApart(asks)
  // On a connection that has carried a right credential, as behind a proxy; and as of an old client that keeps its connection.
  await askInTurn(asks.flatMap((one) => [plain, one]))
  await askInTurn(some.flatMap((one) => [asOld(plain), asOld(one)]))
  if (!needsCredential(operation)) return
  await askApart([
    ...some.flatMap((one) => withOneMore(one, one === bad[0] ? 4 : 1)),
    withField(nobodys, ['X-Forwarded-For', '127.0.0.1'], ['X-Real-IP', '127.0.0.1']),
    ...inLowerCase(plain),
  ])
  await tryOthersValues(plain)
})

const asOld = (plan: Plan): Plan => ({
  ...withField(plan, ['Connection', 'keep-alive']),
  rewrite: asOfHttp10,
})

/** The name of a scheme is case-insensitive (RFC 9110, 11.1). */
const inLowerCase = (plain: Plan): readonly Plan[] =>
  plain.player.secrets
    .callerFields(plain.caller ?? -1)
    .filter(([name, value]) => /^authorization$/i.test(name) && /^(?:Bearer|Basic) /.test(value))
    .map(([name, value]) => withField(plain, [name, value.replace(/^\w+/, (word) => word.toLowerCase())]))

/** The plan with each credential that must be refused; without any first. */
export function badOnes(plan: Plan): readonly Plan[] {
  const { secrets } = plan.player
  const near = secrets.credentials.slice(0, 1).flatMap((good) => secrets.alike(good))
  const madeUps = plan.operation.security.flat().flatMap((scheme) => madeUp(scheme))
  const all = [{}, ...secrets.refusedCredentials, ...near, ...madeUps.map((field) => ({ fields: [field] }))]
  return varied({ ...plan, caller: undefined }, all, (one) => one)
}

const nobody = 'nobody-has-this-one'

/** A JWT that names a key which there is not. */
const unsigned = ['{"alg":"HS256","kid":"x"}', '{"sub":"1"}', 'signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

function madeUp({ kind, in: where, parameter = '' }: SecurityScheme): readonly Field[] {
  const basic = `Basic ${Buffer.from(`${nobody}:${nobody}`).toString('base64')}`
  const bearers = [nobody, unsigned, 'A'.repeat(300)].map((token) => `Bearer ${token}`)
  if (kind === 'apiKey' && where === 'cookie') return [['Cookie', `${parameter}=${nobody}`]]
  if (kind === 'apiKey') return where === 'header' ? [nobody, ''].map((value) => [parameter, value]) : []
  const ofBasic = [basic, `Basic ${nobody}`, 'Basic', `Bearer ${nobody}`]
  const values = kind === 'basic' ? ofBasic : [...bearers, 'Bearer', basic]
  return values.map((value) => ['Authorization', value])
}

/** What the world file gives to one caller alone, asked for by every other and by nobody. */
async function tryOthersValues(plain: Plan): Promise<void> {
  const { oracle } = plain.player
  const owners = whoAsks(plain, Infinity)
  const plans = owners.flatMap((owner) => {
    const own = planFor(plain, owner)
    const others = [...owners, undefined].filter((who) => who !== owner)
    return own === undefined ? [] : varied(own, others, (caller) => ({ caller }))
  })
  const refused = (await askWrong(plans)).filter(({ response }) => [403, 404].includes(response?.status ?? 0))
  const isRefused = refused.some(({ request }) => oracle.analyse(request).caller !== undefined)
  for (const sent of isRefused ? await askAll(plansFor(plain)) : []) {
    const came = isShared(sent) ? `Cache-Control: ${fieldOf(sent, 'Cache-Control')}` : undefined
    const due = 'nothing that lets others have it: it is refused to them'
    if (sent.response?.status === 200) say(plain, 'shared-by-whom-it-may-be', { came, due }, sent)
  }
}

/** Whether a shared cache may give it to others, for some time, without asking again. */
function isShared(sent: Sent): boolean {
  const [control = '', vary = ''] = ['Cache-Control', 'Vary'].map((name) =>
    fieldOf(sent, name)?.toLowerCase(),
  )
  const isKept = /(?:max-age|s-maxage)="?[1-9]/.test(control) && /public|s-maxage/.test(control)
  return isKept && !/no-store|no-cache|private|s-maxage="?0/.test(control) && !/authorization|\*/.test(vary)
}
