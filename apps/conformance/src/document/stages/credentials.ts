/** Credentials that must not be accepted: none, refused ones, those nearly right, and made-up ones of each scheme that the operation names. */
import type { Field } from '../../exchange.ts'
import type { AnyOperation, SecurityScheme } from '../model.ts'
import { needsCredential } from '../oracle/analyse.ts'
import { type Place, type Plan, planFor, requestsOf, whoAsks } from './plan.ts'
import { asAbsolute } from './forms.ts'
import { withOneMore } from './kinds.ts'
import { forEachSafe } from './stage.ts'

export const credentials = forEachSafe('credentials', async (place, plain) => {
  const { player, operation } = place
  const bad = badOnes(place).map((one) => Object.assign({ ...plain, caller: undefined }, one))
  const heads =
    operation.method === 'GET' ? bad.map((one) => Object.assign({ ...one }, { method: 'HEAD' })) : []
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
  if (needsCredential(operation)) await othersValues(place)
})

/** Credentials that must be refused; none at all first. */
export function badOnes({ player, operation }: Place): readonly Pick<Plan, 'fields' | 'query'>[] {
  const { secrets } = player
  const near = secrets.credentials.slice(0, 1).flatMap((good) => secrets.alike(good))
  const madeUps = schemesOf(operation).flatMap((scheme) => madeUp(scheme).map((fields) => ({ fields })))
  return [{}, ...secrets.refusedCredentials, ...near, ...madeUps]
}

const schemesOf = ({ security }: AnyOperation): readonly SecurityScheme[] => security.flat()

const nobody = 'nobody-has-this-one'

function madeUp({ kind, in: where, parameter = '' }: SecurityScheme): readonly (readonly Field[])[] {
  const basic = Buffer.from(`${nobody}:${nobody}`).toString('base64')
  if (kind === 'bearer' || kind === 'other') {
    return [`Bearer ${nobody}`, 'Bearer', `Basic ${basic}`].map((value) => [['Authorization', value]])
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
  await player.askAll(asks.filter(({ request }) => player.oracle.analyse(request).faults.length > 0))
}
