/** A shell line that replays a session: `curl` where that is able to, otherwise bash with connections of its own. */
import { prefixOf, socketAddress, type Target, toCurl } from './curl.ts'
import { holdsContentBack, prefixed, toText } from './request.ts'
import type { Secrets } from './secrets.ts'
import type { Abandon, Send, Session } from './session.ts'
import { printfCommand } from './shell.ts'

/** How long bash pauses where a session waits for a response: bash can't tell when one has come. */
const pauses = { response: 'sleep 0.2', manyResponses: 'sleep 0.02', piece: 'sleep 0.02' } as const

/** From this many steps on, bash pauses less for each. */
const manySteps = 40

/**
 * The line runs in bash with the secrets in its environment by their names: see `nameSecrets`. It prints the responses one connection after another. Over TLS, one connection carries everything.
 */
export function toReplay(session: Session, target: Target): string {
  const [step, ...more] = session
  const asks = session.flatMap((one) => ('ask' in one ? [one.ask.request] : []))
  const isPlain = step !== undefined && 'ask' in step && step.cut === undefined && more.length === 0
  return isPlain || target.url.startsWith('https:') ? toCurl(asks, target) : script(session, target)
}

function script(session: Session, target: Target): string {
  const { url } = target
  const open = new Set<string>()
  const pause = session.length > manySteps ? pauses.manyResponses : pauses.response
  const connect = (name: string): string => `exec {${name}}<>${socketAddress(url)}`
  const commandsFor = (step: Session[number]): readonly string[] => {
    if ('restMs' in step) return [`sleep ${step.restMs / 1000}`]
    if ('abandon' in step) return [connect('gone')].concat(abandonCommands(step, target))
    const name = `c${step.on ?? 0}`
    const opening = open.has(name) ? [] : [connect(name)]
    open.add(name)
    return opening.concat(sendCommands(step, name, target), step.wait === false ? [] : [pause])
  }
  const commands = session.flatMap((step) => commandsFor(step))
  // While the first responses are awaited, the others arrive.
  const responses = [...open].map((name, index) => readCommand(name, index === 0 ? 2 : 0.3))
  // What came on a connection that the service closed early must still be read.
  return `(trap '' PIPE; ${[...commands, ...responses].join('; ')}) 2>/dev/null`
}

const readCommand = (name: string, seconds: number): string => `timeout ${seconds} cat <&$${name} || true`

const write = (piece: string, name: string, secrets: Secrets): string =>
  `${printfCommand(secrets.pieces(piece))} >&$${name}`

/** Each piece is a `printf` of its own. Content that is held back follows as if it had been asked for. */
function sendCommands({ ask, cut = [], pauseMs }: Send, name: string, { url, secrets }: Target): string {
  const text = prefixed(toText(ask.request), prefixOf(url))
  const isHeld = cut.length === 0 && holdsContentBack(ask.request)
  const end = text.indexOf('\r\n\r\n') + 4
  const pieces = isHeld ? [text.slice(0, end), text.slice(end)] : cutAll(text, cut, secrets)
  const pause = isHeld ? pauses.response : pauseMs === undefined ? pauses.piece : `sleep ${pauseMs / 1000}`
  return pieces.map((piece) => write(piece, name, secrets)).join(`; ${pause}; `)
}

/** bash can close a connection but not reset it: the reset follows where a response comes after all. */
function abandonCommands(
  { abandon, bytes, by, afterMs }: Abandon,
  { url, secrets }: Target,
): readonly string[] {
  const [begin] = secrets.cut(prefixed(toText(abandon), prefixOf(url)), bytes)
  return [
    ...(bytes === 0 ? [] : [write(begin, 'gone', secrets)]),
    ...(afterMs === undefined ? [] : [`sleep ${afterMs / 1000}`]),
    ...(by === 'half-close' || by === 'stay' ? [] : ['exec {gone}>&-']),
  ]
}

/** The text in pieces: `cut` counts bytes as they are sent. */
function cutAll(text: string, cut: readonly number[], secrets: Secrets): readonly string[] {
  let rest = text
  let sent = 0
  const pieces = cut.map((at) => {
    const [piece, behind] = secrets.cut(rest, Math.max(0, at - sent))
    sent = Math.max(sent, at)
    rest = behind
    return piece
  })
  return [...pieces, rest].filter((piece) => piece !== '')
}
