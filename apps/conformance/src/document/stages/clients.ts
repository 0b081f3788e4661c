/** What clients do besides sending a request: once for the service, with requests for all of its operations. */
import type { Field, Session, Wanted } from '@plant-store/raw-http'
import {
  clientAborts,
  inPieces,
  late,
  longConnection,
  type OfKinds,
  quiet,
  resting,
  restingAtATime,
} from '../../sessions/of-kinds.ts'
import { clientFields, everyForm } from '../../sessions/client-fields.ts'
import { inTurn } from '../values/shape.ts'
import { askAll } from './ask.ts'
import { kindsOf } from './kinds.ts'
import { type DocumentPlayer, type Plan, plansFor, varied } from './plan.ts'
import { type DocumentStage, plainOnes } from './stage.ts'

/** So many kinds of requests, of as many operations as there are. */
const most = 12

const someKinds = (player: DocumentPlayer): readonly Wanted[] =>
  inTurn(
    plainOnes(player)
      .slice(0, most)
      .map((plain) => kindsOf(plain)),
  ).slice(0, most)

const stage = (
  name: string,
  make: (all: OfKinds) => readonly Session[],
  width?: (usual: number) => number,
): DocumentStage => ({
  name,
  run: async (player) => {
    await player.run(make({ player, kinds: someKinds(player) }), width?.(player.width))
  },
})

export const leaving = stage('clients that leave', clientAborts)
export const pieces = stage('requests in pieces', inPieces)
export const longLasting = stage('a long connection', longConnection)
export const quietService = stage('a quiet service', quiet)
export const latePieces = stage(
  'pieces that come late',
  ({ player, kinds }) => late({ player, kinds: kinds.slice(0, 1) }),
  restingAtATime,
)
export const atRest = stage('connections at rest', resting, restingAtATime)

/** Fields of these names may turn a request into another, or be refused by a service that knows them. */
const telling =
  /^(?:accept|cookie|content-.*|te|upgrade|http2-settings|connection|expect|early-data|forwarded|x-forwarded-.*|x-envoy.*|api-version|dpop|signature|time-zone|origin|access-control-.*|soapaction|x-middleware.*|sec-fetch.*|if-unmodified-since|if_.*)$/i

const isDeclared = ({ operation }: Plan, [name]: Field): boolean =>
  operation.parameters.some((one) => one.name.toLowerCase() === name.toLowerCase())

/** What browsers, programs and proxies send of their own accord: each set for one operation, by two callers. */
export const fieldsOfClients: DocumentStage = {
  name: 'fields of clients',
  run: async (player) => {
    const plans = plainOnes(player)
      .filter(({ operation }) => operation.method === 'GET')
      .map((plain) => plansFor(plain).slice(0, 2))
    const sets = [...clientFields, ...everyForm]
      .map((set) => set.filter(([name]) => !telling.test(name)))
      .filter(({ length }) => length > 0)
    const asks = sets.flatMap((set, index) =>
      (plans[index % plans.length] ?? []).flatMap((plan) =>
        varied(plan, [set.filter((field) => !isDeclared(plan, field))], (fields) => ({ fields })),
      ),
    )
    await askAll(asks)
  },
}
