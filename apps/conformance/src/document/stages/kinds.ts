/** Requests of all kinds, for each operation: behind each other, at the same time, pipelined, in pieces, after a rest, and left by their clients. */
import {
  atOnce,
  inGroups,
  inTurn,
  pipelined,
  type Session,
  type Wanted,
  withQuery,
} from '@plant-store/raw-http'
import * as ofKinds from '../../sessions/of-kinds.ts'
import { wordOf } from '../../sessions/relations/relation.ts'
import { interleave } from '../values/shape.ts'
import { asHead, type Place, plansFor, requestsOf, withField, withOneMore } from './plan.ts'
import { type DocumentStage, plainOnes } from './stage.ts'
import { wrongOnes } from './values.ts'
import { neverTag } from '../oracle/examine.ts'

/** Right requests of the first callers, the plain one first, some with a further value, HEAD, no credential, a wrong value, a path and a method that are not declared. */
export function kindsOf(place: Place): readonly Wanted[] {
  const plans = plansFor(place)
  const [plain] = plans
  if (plain === undefined) return []
  const nobodys = { ...plain, caller: undefined }
  const [method] = undeclared(plain, ['DELETE', 'PUT', 'PATCH'])
  const path = `${plain.operation.path.replaceAll(/[{}]/g, '')}/not-declared`
  return [
    ...requestsOf([
      ...plans,
      ...plans.slice(0, 2).flatMap((plan, at) => withOneMore(plan, 2 - at)),
      asHead(plain),
      withField(plain, ['If-None-Match', neverTag]),
      nobodys,
    ]),
    ...requestsOf(wrongOnes(plain)).slice(0, 2),
    { request: plain.player.write('GET', path) },
    ...(method === undefined ? [] : requestsOf([{ ...nobodys, method }])),
  ]
}

/** Those of the methods that the document does not declare for the path. */
export function undeclared({ player, operation }: Place, methods: readonly string[]): readonly string[] {
  const here = player.oracle.service.contract.operations.filter(({ path }) => path === operation.path)
  return methods.filter((name) => here.every(({ method }) => method !== name))
}

/** So many kinds of requests, of as many operations as there are. */
const most = 12

/** Once for the service, with requests for all of its operations. */
const stage = (
  name: string,
  make: (all: ofKinds.OfKinds) => readonly Session[],
  width?: (usual: number) => number,
): DocumentStage => ({
  name,
  run: async (player) => {
    const plains = plainOnes(player).slice(0, most)
    const kinds = interleave(plains.map((plain) => kindsOf(plain))).slice(0, most)
    await player.run(make({ player, kinds }), width?.(player.width))
  },
})

export const leaving = stage('clients that leave', ofKinds.clientAborts)
export const pieces = stage('requests in pieces', ofKinds.inPieces)
export const longLasting = stage('a long connection', ofKinds.longConnection)
export const quietService = stage('a quiet service', ofKinds.quiet)
export const latePieces = stage(
  'pieces that come late',
  ({ player, kinds }) => ofKinds.late({ player, kinds: kinds.slice(0, 1) }),
  ofKinds.restingAtATime,
)
export const atRest = stage('connections at rest', ofKinds.resting, ofKinds.restingAtATime)

/** This many requests share a connection, if it lasts. */
const run = 30

/** Every kind of every operation, in an order in which each stands behind many others. */
export const successions: DocumentStage = {
  name: 'every kind behind others',
  run: async (player) => {
    const kinds = plainOnes(player).flatMap((plain) => kindsOf(plain))
    const strides = { quick: 3, standard: 7, deep: 17 }[player.subject.budget]
    const orders = Array.from({ length: strides }, (_, index) => stride(kinds, index + player.subject.seed))
    const parts = orders.flatMap((order) => inGroups(order, run))
    await player.run([...parts.map((part) => inTurn(part)), ...parts.map((part) => pipelined(part))])
    const named = kinds.filter(({ request }) => request.target.includes('=')).slice(0, run)
    const some = [kinds.slice(0, run), named]
    const written = some.flatMap((all, at) => all.map((ask, index) => withWord(ask, at * run + index)))
    await player.run([inTurn(written), pipelined(written), atOnce(written)])
    for (const part of orders.flatMap((order) => inGroups(order, player.width)))
      await player.run([atOnce(part)], 1)
  },
}

/** The request with a word that no other contains: in its query, as its last value, or in a field that some send back. */
function withWord({ request }: Wanted, number: number): Wanted {
  const [word, { fields, target }] = [wordOf(number), request]
  if (number >= run) return { request: { ...request, target: target.replace(/[^=]*$/, word) } }
  return number % 3 === 0
    ? { request: { ...request, fields: [...fields, ['X-Request-Id', word]] } }
    : { request: { ...request, target: withQuery(target, [`not-declared=${word}`]) } }
}

/** All, each as far behind the last as the step says: for every step other pairs are neighbours. */
const stride = (all: readonly Wanted[], step: number): readonly Wanted[] =>
  Array.from({ length: step }, (_, start) => all.filter((_one, index) => index % step === start)).flat()
