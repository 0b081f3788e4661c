/** Services whose fault shows to whoever asks the right thing. */
import { withField } from '../../../mutants/server/ask.ts'
import type { BrokenService } from './broken-service.ts'

export const plainlyBroken: readonly BrokenService[] = [
  {
    stage: 'the first requests',
    fault: 'the second caller is hung up on',
    rule: 'answers-every-request',
    change: ({ write }) => ({
      write: (reply, ask) => {
        if (ask.caller?.name === 'ben') {
          ask.request.socket.destroy()
        } else {
          write(reply, ask)
        }
      },
    }),
  },
  {
    stage: 'one of each kind',
    fault: 'no X-Request-Id',
    rule: 'request-id-sent',
    change: ({ finish }) => ({
      finish: async (reply, ask) => withField(await finish(reply, ask), 'X-Request-Id', undefined),
    }),
  },
  {
    stage: 'callers in turn and at once',
    fault: 'the list of whoever asked first on the connection',
    rule: 'sees-own-plants-only',
    change: ({ findPlants }) => {
      const first = new WeakMap<object, ReturnType<typeof findPlants>>()
      return {
        findPlants: (caller, ask) => {
          const list = first.get(ask.request.socket) ?? findPlants(caller, ask)
          first.set(ask.request.socket, list)
          return list
        },
      }
    },
  },
  {
    stage: 'every value',
    fault: 'one too many from five on',
    rule: 'limit-caps-the-list',
    change: () => ({
      cut: (plants, limit = plants.length) => plants.slice(0, limit < 5 ? limit : limit + 1),
    }),
  },
  {
    stage: 'every value',
    fault: 'twelve letters of a token are enough',
    rule: 'unknown-token-refused',
    change: ({ findCaller }) => ({
      findCaller: (token, ask) =>
        ask.world.callers.find((caller) => caller.token.slice(0, 12) === token.slice(0, 12)) ??
        findCaller(token, ask),
    }),
  },
  {
    stage: 'every value',
    fault: 'whatever JavaScript takes for a number is one',
    rule: 'limit-without-exponent',
    change: ({ decodeLimit }) => ({
      decodeLimit: ([text], ask) =>
        decodeLimit(text === undefined ? [] : [String(Math.trunc(Number(text)))], ask),
    }),
  },
  {
    stage: 'every value',
    fault: 'POST is answered',
    rule: 'other-methods-405',
    change: ({ checkMethod }) => ({
      checkMethod: (ask) => (ask.method === 'POST' ? undefined : checkMethod(ask)),
    }),
  },
  {
    stage: 'every value',
    fault: 'capitals do not matter',
    rule: 'no-other-path',
    change: ({ checkPath }) => ({ checkPath: (ask) => checkPath({ ...ask, path: ask.path.toLowerCase() }) }),
  },
  {
    stage: 'every value',
    fault: 'the tag is not looked for in a list of tags',
    rule: 'not-modified-304',
    change: ({ isCurrent }) => ({
      isCurrent: (tag, ask) =>
        ask.request.headers['if-none-match']?.includes(',') !== true && isCurrent(tag, ask),
    }),
  },
]
