/** Faults of authentication: how a token is found, and whose it is. */
import type { Ask } from '../ask.ts'
import type { Change } from '../mutant.ts'

/** Finds a token where there is none for others; looks at the right place when it finds none. */
export function readingToken(read: (ask: Ask) => string | undefined): Change {
  return ({ readToken }) => ({ readToken: (ask) => read(ask) ?? readToken(ask) })
}

/** Lets in who would be refused: as the caller of that name, or of that token. */
export function admitting(admit: (token: string, ask: Ask) => string | undefined): Change {
  return ({ findCaller }) => ({
    findCaller: (token, ask) => {
      const whom = admit(token, ask)
      const known = ask.world.callers.find(({ name, token: own }) => own === whom || name === whom)
      return known ?? findCaller(token, ask)
    },
  })
}

/** The token of the first caller of the world. */
export const anas = ({ world }: Ask): string => world.callers[0]?.token ?? ''

/** What stands in the Authorization header. */
export const credential = ({ request }: Ask): string | undefined => request.headers.authorization

/** Reads the credential with this pattern, the token in its first group. */
export const spelled = (spelling: RegExp): Change =>
  readingToken((ask) => spelling.exec(credential(ask) ?? '')?.[1])
