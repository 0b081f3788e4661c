/** Delivers a new secret to the person it is for. */
import type { Deliver } from '@plant-store/store'
import type { CommandContext } from '../context.ts'
import { CommandError } from '../exit-codes.ts'
import { openOutput, requireReader } from '../terminal/output.ts'
import { formatTime } from '../terminal/text.ts'

/**
 * Returns a function that delivers a new token. It writes only the secret to stdout, so that
 * `TOKEN=$(plant-store tokens create …)` holds nothing else. Throws a `CommandError` where nobody reads stdout.
 */
export function deliverTo(context: CommandContext): Deliver {
  requireReader(context)
  const output = openOutput(context)
  return async ({ secret, token }) => {
    const { id, name, user, expiresAt, state } = token
    const until = expiresAt === undefined ? 'never expires' : `expires ${formatTime(expiresAt)}`
    try {
      if (state === 'user disabled')
        await output.note(`User ${user} is disabled: the token is refused until the user is enabled.`)
      await output.note(`Token ${id} (${name}) of user ${user} ${until}. It is shown only once:`)
      await output.result({ secret, token }, secret)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError('full', `The token could not be written (${reason}). Token ${id} is not active.`)
    }
  }
}
