/** Faults of authentication: how a token is found, and whose it is. */
import type { Change } from '../mutant.ts'
import { type Ask, type Earlier, type Known, Refusal } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'

/** The value of the Authorization header. */
export const credential = ({ headers }: Ask): string | undefined => headers.authorization

/** Every line of the Authorization header. */
export const credentials = ({ request }: Ask): readonly string[] => fieldLines(request, 'authorization')

/** The token in a Bearer credential; undefined where there is none. */
export const tokenIn = (given?: string): string | undefined => /^bearer +(\S+)$/i.exec(given ?? '')?.[1]

/** The caller with this token. */
export const callerOf = (token: string | undefined, { world }: Ask): Known | undefined =>
  world.callers.find((one) => one.token === token)

/** The name of the caller who sent an earlier request. */
export const senderOf = (one: Earlier | undefined, ask: Ask): string | undefined =>
  callerOf(tokenIn(one?.headers.authorization), ask)?.name

/** The token of the first caller of the world. */
const anas = ({ world }: Ask): string => world.callers[0]?.token ?? ''

/** Finds a token where others find none. Where `read` finds none, it looks in the right place. */
export function readingToken(read: (ask: Ask) => string | undefined): Change {
  return ({ readToken }) => ({ readToken: (ask) => read(ask) ?? readToken(ask) })
}

/** Finds a token elsewhere where the request has no credential. */
export const elsewhere = (read: (ask: Ask) => string | undefined): Change =>
  readingToken((ask) => (credential(ask) === undefined ? read(ask) : undefined))

/** Treats a request without a credential as Ana's. */
export const open: Change = elsewhere(anas)

/** Reads the credential with this pattern; its first group is the token. */
export const spelled = (spelling: RegExp): Change =>
  readingToken((ask) => spelling.exec(credential(ask) ?? '')?.[1])

/** Where there is no credential, takes the last word of this header field for a token. */
export const inField = (name: string): Change =>
  elsewhere(({ headers }) => headers[name]?.toString().split(' ').at(-1))

/** Does not check whether a credential is in the right place. */
export const anyPlace: Change = () => ({ checkPlace: () => {} })

/** Admits a caller who would be refused, as the one with the name or token that `admit` returns. */
export function admitting(admit: (token: string, ask: Ask) => string | undefined): Change {
  return ({ findCaller }) => ({
    findCaller: (token, ask) => {
      const whom = admit(token, ask)
      const known = ask.world.callers.find(({ name, token: own }) => own === whom || name === whom)
      return known ?? findCaller(token, ask)
    },
  })
}

/** Takes a token for that of the first caller whose own token is like it. */
export const admittingLike = (isLike: (token: string, own: string) => boolean): Change =>
  admitting((token, { world }) => world.callers.find((caller) => isLike(token, caller.token))?.name)

/** Takes an accepted caller for the one that `whom` returns, if there is one. */
export const takenFor =
  (whom: (token: string, ask: Ask) => Known | undefined): Change =>
  ({ findCaller }) => ({
    findCaller: (token, ask) => {
      const known = findCaller(token, ask)
      return whom(token, ask) ?? known
    },
  })

/** Admits a caller whose token was once valid. */
export const admittingRetired = (
  isGood: (retired: Ask['world']['refused'][number]) => boolean = () => true,
): Change =>
  admitting(
    (token, { world }) =>
      world.refused.find((retired) => retired.token === token && isGood(retired))?.formerly,
  )

/** Refuses credentials that don't match this pattern. */
export const requiring =
  (spelling: RegExp): Change =>
  ({ readToken }) => ({
    readToken: (ask) => {
      const token = readToken(ask)
      if (!spelling.test(credential(ask) ?? '')) throw new Refusal('refusedToken')
      return token
    },
  })

/** Does not see the credential. */
export const unseen: Change = () => ({
  readToken: () => {
    throw new Refusal('missingToken')
  },
})

/** Refuses every token. */
export const refusingTokens: Change = requiring(/^$/)

/** Whether the token was once valid. */
export const isRetired = (ask: Ask): boolean =>
  ask.world.refused.some(({ token }) => credential(ask) === `Bearer ${token}`)
