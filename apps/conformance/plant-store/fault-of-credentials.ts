/** Our own contract knows no other credential than a token. */
import type { Credential } from '@plant-store/raw-http'
import type { Known } from '../src/world-file.ts'

/** What is wrong with the credentials that are known, as a sentence. */
export function faultOfCredentials({
  callers,
  refused,
}: Pick<Known, 'callers' | 'refused'>): string | undefined {
  if (callers.length === 0 && refused.length > 0)
    return 'The world file has no `callers`: give at least one, with a token.'
  const caller = callers.findIndex((one) => !isToken(one))
  if (caller === -1 && refused.every((one) => isToken(one))) return undefined
  const who = caller === -1 ? 'each of "refused"' : `caller ${caller + 1}`
  return `This contract takes bearer tokens and nothing else: ${who} must have a token alone. What every request needs on its way, such as the key of a gateway, is given with --header.`
}

const isToken = ({ token, fields = [], query = [] }: Credential): boolean =>
  token !== undefined && fields.length + query.length === 0
