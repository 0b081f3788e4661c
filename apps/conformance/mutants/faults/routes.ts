/** Faults of methods and paths. */
import type { Change } from '../mutant.ts'
import { type Ask, Refusal } from '../server/ask.ts'
import type { Steps } from '../server/reference.ts'
import { all, method, path, type Trigger } from '../triggers.ts'

/** Requests with this method for the list. */
export const listBy = (name: string): Trigger => all(method(name), path('/plants'))

/** Answers paths that don't exist as if they did. */
export const answeringPath = (hasResponse: (path: string) => boolean): Change =>
  unchecked('checkPath', (ask) => hasResponse(ask.path))

/** Answers methods that are not allowed as if they were GET. */
export const answeringMethod = (hasResponse: (ask: Ask) => boolean): Change =>
  unchecked('checkMethod', hasResponse)

/** Leaves out a check for requests that satisfy `isPassed`. */
export const unchecked =
  (check: RouteCheck, isPassed: (ask: Ask) => boolean): Change =>
  (reference) => ({ [check]: (ask: Ask) => (isPassed(ask) ? undefined : reference[check](ask)) })

type RouteCheck = 'checkPath' | 'checkMethod' | 'checkPlace'
type Cause = ConstructorParameters<typeof Refusal>[0]

/** The text with its percent codes decoded; unchanged where one of them is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The bytes of the target and of all header lines together. */
export const bytesOfHead = ({ url, request: { rawHeaders } }: Ask): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)

/** The length of the content that a request states; zero where it states none. */
export const lengthOf = ({ headers }: Pick<Ask, 'headers'>): number => Number(headers['content-length'] ?? 0)

/** Whether the content is labelled as JSON, and is none. */
export function isNoJson(ask: Ask): boolean {
  const length = lengthOf(ask)
  if (length === 0 || !/^application\/json\b/i.test(ask.headers['content-type'] ?? '')) return false
  try {
    JSON.parse(ask.came().slice(-length))
    return false
  } catch {
    return true
  }
}

/** Also refuses the form of requests that satisfy `isWrong`. */
export const stricter =
  (isWrong: (ask: Ask) => boolean, cause: Cause = 'malformedRequest'): Change =>
  ({ checkForm }) => ({
    checkForm: (ask) => {
      checkForm(ask)
      if (isWrong(ask)) throw new Refusal(cause)
    },
  })

/** Refuses whatever reaches this check. */
export const refusingAt =
  (check: RouteCheck | 'checkForm', cause: Cause): Change =>
  () => ({
    [check]: () => {
      throw new Refusal(cause)
    },
  })

/** Makes the checks in this order. */
export const inOrder =
  (...order: Steps['order']): Change =>
  () => ({ order })
