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
import { everyForm } from '../../sessions/client-fields.ts'
import { inTurn } from '../values/shape.ts'
import { askAll } from './ask.ts'
import { kindsOf } from './kinds.ts'
import { type DocumentPlayer, withField } from './plan.ts'
import { type DocumentStage, forEachSafe, plainOnes } from './stage.ts'

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

/** What browsers, programs and proxies send of their own accord. */
export const fieldsOfClients = forEachSafe('fields of clients', async (plain) => {
  const declared = new Set(plain.operation.parameters.map(({ name }) => name.toLowerCase()))
  const isLeft = ([name]: Field): boolean => declared.has(name.toLowerCase()) || telling.test(name)
  await askAll(everyForm.map((set) => withField(plain, ...set.filter((field) => !isLeft(field)))))
})
