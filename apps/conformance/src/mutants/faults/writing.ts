/** Faults on the way out: answers that never come, or end early. */
import type { Change } from '../mutant.ts'
import type { When } from '../when.ts'

/** Never answers. */
export function silent(condition: When): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      if (!condition(ask, reply.status)) {
        write(reply, ask)
      }
    },
  })
}

/** Closes the connection in place of an answer. */
export function cuttingOff(condition: When): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      if (condition(ask, reply.status)) {
        ask.request.socket.destroy()
      } else {
        write(reply, ask)
      }
    },
  })
}
