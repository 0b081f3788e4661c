/** Faults of methods and paths. */
import type { Change } from '../mutant.ts'
import { type Ask, Refusal } from '../server/ask.ts'
import type { Steps } from '../server/reference.ts'
import { all, method, path, type Trigger } from '../triggers.ts'

/** Requests with this method for the list. */
export const listBy = (name: string): Trigger => all(method(name), path('/plants'))

/** Answers paths that are not there, as if they were. */
export const answeringPath = (isAnswered: (path: string) => boolean): Change =>
  unchecked('checkPath', (ask) => isAnswered(ask.path))

/** Answers paths that are not there where a part of them is cut out. */
export const pathWithout = (part: RegExp): Change =>
  answeringPath((given) => given.replace(part, '') === '/plants')

/** Answers methods that are not allowed, as if they were GET. */
export const answeringMethod = (isAnswered: (ask: Ask) => boolean): Change =>
  unchecked('checkMethod', isAnswered)

/** Leaves a check out. */
export const unchecked =
  (check: RouteCheck, isPassed: (ask: Ask) => boolean): Change =>
  (reference) => ({ [check]: (ask: Ask) => (isPassed(ask) ? undefined : reference[check](ask)) })

type RouteCheck = 'checkPath' | 'checkMethod' | 'checkPlace'
type Cause = ConstructorParameters<typeof Refusal>[0]

/** The text without its percent codes; as it is where one of them is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The octets of the target and of all header lines together. */
export const octetsOfHead = ({ url, request: { rawHeaders } }: Ask): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)

/** Finds more to be wrong with the form of a request. */
export const stricter =
  (isWrong: (ask: Ask) => boolean, cause: Cause = 'malformedRequest'): Change =>
  ({ checkForm }) => ({
    checkForm: (ask) => {
      checkForm(ask)
      if (isWrong(ask)) throw new Refusal(cause)
    },
  })

/** Refuses whatever comes to this check. */
export const refusingAt =
  (check: RouteCheck | 'checkForm', cause: Cause): Change =>
  () => ({
    [check]: () => {
      throw new Refusal(cause)
    },
  })

/** Looks at these first. */
export const inOrder =
  (...order: Steps['order']): Change =>
  () => ({ order })
