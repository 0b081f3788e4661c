/** Services whose fault hides: behind a method, a header, a crowd, or time. */
import { setTimeout } from 'node:timers/promises'
import { Refusal, withField } from '../../../mutants/server/ask.ts'
import type { BrokenService } from './broken-service.ts'

export const hiddenlyBroken: readonly BrokenService[] = [
  {
    stage: 'pairs of values',
    fault: 'HEAD takes any token',
    rule: 'unknown-token-refused',
    change: ({ findCaller }) => ({
      findCaller: (token, ask) =>
        (ask.method === 'HEAD' ? ask.world.callers[0] : undefined) ?? findCaller(token, ask),
    }),
  },
  {
    stage: 'HEAD as GET',
    fault: 'HEAD has another tag',
    rule: 'head-as-get',
    change: ({ finish }) => ({
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        return ask?.method === 'HEAD' && reply.status === 200
          ? withField(finished, 'ETag', '"head"')
          : finished
      },
    }),
  },
  {
    stage: 'the first requests again',
    fault: 'one id for all requests',
    rule: 'request-id-sent',
    change: ({ finish }) => ({
      finish: async (reply, ask) => withField(await finish(reply, ask), 'X-Request-Id', 'a'),
    }),
  },
  {
    stage: 'the first requests again',
    fault: 'each third message is another one',
    rule: 'equal-requests-equal-answers',
    change: ({ encodeError }) => ({
      encodeError: (entry, ask) =>
        (ask?.number ?? 0) % 3 === 0
          ? encodeError({ ...entry, message: 'Not so.' }, ask)
          : encodeError(entry, ask),
    }),
  },
  {
    stage: 'every value',
    fault: 'browsers get 400',
    rule: 'answers-right-requests',
    change: ({ checkPlace }) => ({
      checkPlace: (ask) => {
        if (ask.request.headers['user-agent']?.startsWith('Mozilla') === true) {
          throw new Refusal('misplacedCredential')
        }
        checkPlace(ask)
      },
    }),
  },
  {
    stage: 'the table of requests',
    fault: 'what Node lets through is let through',
    rule: 'malformed-request-400',
    change: () => ({ checkForm: () => {} }),
  },
  {
    stage: 'pairs of values',
    fault: 'small letters and a limit do not go together',
    rule: 'wrong-request-400',
    change: ({ findCaller }) => ({
      findCaller: (token, ask) => {
        if (ask.request.headers.authorization?.startsWith('b') === true && ask.query.has('limit')) {
          throw new Refusal('refusedToken')
        }
        return findCaller(token, ask)
      },
    }),
  },
  {
    stage: 'every value',
    fault: 'sort arranges the list',
    rule: 'order-as-added',
    change: ({ cut }) => ({
      cut: (plants, limit, ask) => cut(ask.query.has('sort') ? plants.toReversed() : plants, limit, ask),
    }),
  },
  {
    stage: 'pairs of values',
    fault: 'X-REQUEST-ID is another header to it',
    rule: 'request-id-kept',
    change: ({ finish }) => ({
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        return ask?.request.rawHeaders.includes('X-REQUEST-ID') === true
          ? withField(finished, 'X-Request-Id', 'b')
          : finished
      },
    }),
  },
  {
    stage: 'successions on one connection',
    fault: 'each seventh answer of a connection is empty',
    rule: 'lists-all-plants',
    change: ({ findPlants }) => ({
      findPlants: (caller, ask) =>
        ask.onConnection % 7 === 0 ? Promise.resolve([]) : findPlants(caller, ask),
    }),
  },
  {
    stage: 'every value',
    fault: 'a quote breaks it',
    rule: 'callers-fault-never-5xx',
    change: ({ finish }) => ({
      finish: async (reply, ask) => ({
        ...(await finish(reply, ask)),
        ...(ask?.request.url?.includes("'") === true ? { status: 500 } : {}),
      }),
    }),
  },
  {
    stage: 'crowds',
    fault: 'in a crowd lists are one plant shorter',
    rule: 'lists-all-plants',
    change: ({ findPlants }) => ({
      pause: () => setTimeout(20),
      findPlants: async (caller, ask) =>
        (await findPlants(caller, ask)).slice(0, ask.together > 4 ? -1 : undefined),
    }),
  },
  {
    stage: 'the first requests once more',
    fault: 'after a dozen requests the message is another one',
    rule: 'equal-requests-equal-answers',
    change: ({ encodeError }) => ({
      encodeError: (entry, ask) =>
        encodeError((ask?.number ?? 0) > 12 ? { ...entry, message: 'Not any more.' } : entry, ask),
    }),
  },
]
