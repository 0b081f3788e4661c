/** Faults of methods and paths. */
import type { Reply } from '../ask.ts'
import { send, type Demonstration } from '../demonstration.ts'
import type { Change } from '../mutant.ts'
import { method, when } from '../when.ts'
import { replying } from './replies.ts'

/** Ana's request with this method. */
export const to = (name: string): Demonstration => send(`${name} /plants`)

/** Ana's request for this path. */
export const at = (path: string): Demonstration => send(`GET ${path}`)

/** Answers a method in this way instead. */
export const answeredBy = (name: string, change: (reply: Reply) => Reply): Change =>
  replying(
    change,
    when(method(name), (ask) => ask?.path === '/plants'),
  )

/** Answers paths that are not there, as if they were. */
export function answeringPath(isAnswered: (path: string) => boolean): Change {
  return ({ checkPath }) => ({
    checkPath: (ask) => {
      if (!isAnswered(ask.path)) {
        checkPath(ask)
      }
    },
  })
}

/** Answers methods that are not allowed, as if they were GET. */
export function answeringMethod(...methods: readonly string[]): Change {
  return ({ checkMethod }) => ({
    checkMethod: (ask) => {
      if (!methods.includes(ask.method)) {
        checkMethod(ask)
      }
    },
  })
}
