/** Services whose fault shows between requests: in what one of them leaves behind for the next. */
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { BrokenService } from './broken-service.ts'

export const brokenBetween: readonly BrokenService[] = [
  {
    stage: 'every kind behind every other',
    fault: 'behind HEAD the limit is forgotten',
    rule: 'limit-caps-the-list',
    change: ({ cut }) => {
      const before = new WeakMap<Socket, string>()
      return {
        cut: (plants, limit, ask) => {
          const { socket } = ask.request
          const isBehind = before.get(socket) === 'HEAD'
          before.set(socket, ask.method)
          return cut(plants, isBehind ? undefined : limit, ask)
        },
      }
    },
  },
  {
    stage: 'first requests to an address',
    fault: 'who asks first at an address says what is there',
    rule: 'sees-own-plants-only',
    change: ({ findPlants }) => {
      const lists = new Map<string, ReturnType<typeof findPlants>>()
      return {
        findPlants: (caller, ask) => {
          const { url = '' } = ask.request
          if (!ask.query.has('first')) return findPlants(caller, ask)
          const list = lists.get(url) ?? findPlants(caller, ask)
          lists.set(url, list)
          return list
        },
      }
    },
  },
  {
    stage: 'clients that leave',
    fault: 'the list of who did not wait is left to the next one',
    // Now it shows, now it does not.
    rule: 'equal-requests-equal-answers',
    change: ({ findPlants }) => {
      const left: Awaited<ReturnType<typeof findPlants>>[] = []
      return {
        findPlants: async (caller, ask) => {
          const own = await findPlants(caller, ask)
          const list = left.shift() ?? own
          await setTimeout(5)
          if (ask.request.socket.destroyed) left.push(own)
          return list
        },
      }
    },
  },
  {
    stage: 'octets that are no HTTP',
    fault: 'who speaks no HTTP gets a page',
    rule: 'payload-is-json',
    change: ({ encodeError }) => ({
      encodeError: (entry, ask) => (ask === undefined ? '<h1>No.</h1>' : encodeError(entry, ask)),
    }),
  },
  {
    stage: 'random sessions',
    fault: 'beside others, the second answer of a connection is empty',
    rule: 'lists-all-plants',
    change: ({ findPlants }) => ({
      findPlants: (caller, ask) =>
        ask.together > 1 && ask.onConnection === 2 ? Promise.resolve([]) : findPlants(caller, ask),
    }),
  },
]
