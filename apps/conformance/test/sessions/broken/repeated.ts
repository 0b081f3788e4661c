/** Services whose fault shows to who asks again: in longer sequences, of other callers, with a tag that came. */
import type { Socket } from 'node:net'
import { mutantById } from '../../../mutants/catalogue.ts'
import { fixedWorld } from '../../../mutants/server/world.ts'
import { refusedTokens } from '../hear.ts'
import type { BrokenService } from './broken-service.ts'

export const brokenForThoseWhoAskAgain: readonly BrokenService[] = [
  {
    stage: 'three in a row',
    fault: 'behind a wrong limit and a wrong method a list is empty',
    rule: 'lists-all-plants',
    change: ({ findPlants, finish }) => {
      const before = new WeakMap<Socket, readonly number[]>()
      return {
        findPlants: (caller, ask) =>
          before.get(ask.request.socket)?.join() === '400,405'
            ? Promise.resolve([])
            : findPlants(caller, ask),
        finish: (reply, ask) => {
          const socket = ask?.request.socket
          if (socket !== undefined)
            before.set(socket, [...(before.get(socket) ?? []), reply.status].slice(-2))
          return finish(reply, ask)
        },
      }
    },
  },
  {
    stage: 'tags that came',
    fault: 'a tag is not known again by who takes gzip',
    rule: 'not-modified-304',
    change: ({ isCurrent }) => ({
      isCurrent: (tag, ask) =>
        !String(ask.request.headers['accept-encoding']).includes('gzip') && isCurrent(tag, ask),
    }),
  },
  {
    stage: 'clients that say no more',
    fault: 'who begins a request holds all others up',
    rule: 'answers-every-request',
    change: mutantById('blocked-by-half-a-request').change,
  },
  {
    stage: 'every caller',
    fault: 'the last of the retired tokens is taken behind a scheme in small letters',
    rule: 'retired-token-refused',
    change: ({ findCaller }) => ({
      findCaller: (token, ask) => {
        const [first] = fixedWorld.callers
        const isRetired = token === refusedTokens.at(-1)
        const isSmall = ask.request.headers.authorization?.startsWith('b') === true
        return isRetired && isSmall && first !== undefined ? first : findCaller(token, ask)
      },
    }),
  },
  {
    stage: 'the same again and again',
    fault: 'the twentieth time in a row a list is empty',
    rule: 'lists-all-plants',
    change: ({ findPlants }) => {
      const times = new WeakMap<Socket, number>()
      return {
        findPlants: (caller, ask) => {
          const { socket } = ask.request
          const count = (times.get(socket) ?? 0) + 1
          times.set(socket, count)
          return count === 20 ? Promise.resolve([]) : findPlants(caller, ask)
        },
      }
    },
  },
]
