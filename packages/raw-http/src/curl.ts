/** One shell line that repeats a request: curl where curl is able to, otherwise bytes on a bare connection; and what runs it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Address } from './address.ts'
import { type Credentials, nameSecrets } from './credentials.ts'
import type { Field, SentRequest } from './exchange.ts'
import { valuesOf } from './fields.ts'
import { type Piece, Secrets } from './secrets.ts'
import { printfCommand, shellWord } from './shell.ts'
import { holdsContentBack, prefixed, rewriteRequest, toText } from './request.ts'

/** Where requests go, and which secrets must not be shown. */
export interface Target extends Address {
  readonly secrets: Secrets
}

/**
 * Lines of bash that repeat requests to this address, with the secrets in the environment by their names, such as TOKEN:
 * see `nameSecrets`. Several requests are sent on one connection.
 */
export function curlFor(subject: Credentials & Address): (...requests: readonly SentRequest[]) => string {
  const secrets = new Secrets(subject)
  return (...requests) =>
    toCurl(
      requests.map((request) => rewriteRequest(request, (text) => secrets.hide(text))),
      { ...subject, secrets },
    )
}

/** The line for requests in which stand-ins take the place of secrets. */
export function toCurl(requests: readonly SentRequest[], target: Target): string {
  const [request] = requests
  return request !== undefined && requests.length === 1 && isCurlable(request, target)
    ? curlLine(request, target)
    : socketLine(requests, target)
}

/** A request with more fields is written by the shell, on a bare connection. */
const maxFields = 20

/** curl takes a plain field name, a value without spaces around it, and only bytes that a terminal would show. */
function isCurlable(request: SentRequest, { secrets }: Target): boolean {
  const { method, target, fields, body = '', bytes } = request
  const texts = [target, body, ...fields.map(([, value]) => value)].map((text) => secrets.show(text))
  return (
    bytes === undefined &&
    fields.length <= maxFields &&
    /^[A-Z]+$/.test(method) &&
    (method !== 'HEAD' || body === '') &&
    !target.includes(' ') &&
    texts.every((text) => /^[ -~]*$/.test(text)) &&
    fields.every(([name, value]) => /^[\w-]+$/.test(name) && value === value.trim()) &&
    valuesOf(request, 'transfer-encoding').length === 0 &&
    (valuesOf(request, 'expect').length === 0 || holdsContentBack(request))
  )
}

function curlLine(request: SentRequest, { url, secrets, cacert, isInsecure }: Target): string {
  const { method, target, fields, body } = request
  const { protocol, host } = new URL(url)
  const sent = new Set(fields.map(([name]) => name.toLowerCase()))
  const isUsual =
    /^\/[\w/?&=%+,.~!()*'-]*$/.test(secrets.show(target)) && !/(?:^|\/)\.{1,2}(?:\/|\?|$)/.test(target)
  const [, asSent = target] = prefixed(toText(request), prefixOf(url)).split(' ', 2)
  const line = [
    protocol === 'https:' ? 'curl -si --http1.1' : 'curl -si',
    ...(isInsecure === true ? ['-k'] : []),
    ...(cacert === undefined ? [] : [`--cacert ${shellWord([{ plain: cacert }])}`]),
    // By default curl holds content back for only a second, and waits for a response for ever.
    ...(holdsContentBack(request) ? ['--expect100-timeout 10 -m 5'] : []),
    ...methodOption(method, body),
    ...fields
      .filter((field) => !isCurls(field, host, body !== undefined))
      .map((field) => `-H ${fieldWord(field, secrets)}`),
    ...['Accept', ...(body === undefined ? [] : ['Content-Type'])]
      .filter((name) => !sent.has(name.toLowerCase()))
      .map((name) => `-H '${name}:'`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(secrets.pieces(body))}`]),
    ...(isUsual ? [] : [`--request-target ${shellWord(secrets.pieces(asSent))}`]),
    shellWord([{ plain: url }, ...(isUsual ? secrets.pieces(target) : [])]),
  ]
  return line.join(' ')
}

/** With a body, curl would send POST, and a content type with it. */
function methodOption(method: string, body: string | undefined): readonly string[] {
  if (method === 'HEAD') {
    return ['-I']
  }
  return method === 'GET' && body === undefined ? [] : [`-X ${method}`]
}

/** Whether curl sends this field by itself. */
function isCurls([name, value]: Field, host: string, hasBody: boolean): boolean {
  const lower = name.toLowerCase()
  return (
    (lower === 'host' && value === host) ||
    (lower === 'accept' && value === '*/*') ||
    (lower === 'content-length' && hasBody)
  )
}

/** An empty value is written with a semicolon; with a colon, curl would remove the field. */
function fieldWord([name, value]: Field, secrets: Secrets): string {
  const pieces: readonly Piece[] = [
    { plain: value === '' ? `${name};` : `${name}: ` },
    ...secrets.pieces(value),
  ]
  return shellWord(pieces)
}

/** What stands before the path of every request. */
export const prefixOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')

/** The path that bash opens as a connection to the service. */
export function socketAddress(url: string): string {
  const { hostname, port } = new URL(url)
  return `/dev/tcp/${hostname.replaceAll(/[[\]]/g, '')}/${port === '' ? 80 : port}`
}

/** The service gets two seconds to answer: without `Connection: close` it may leave the connection open. */
function socketLine(requests: readonly SentRequest[], { url, secrets }: Target): string {
  const { hostname, port, protocol } = new URL(url)
  const prefix = prefixOf(url)
  const texts = requests.map((request) => prefixed(toText(request), prefix))
  const bytes = printfCommand(secrets.pieces(texts.join('')))
  if (protocol === 'https:') {
    return `(${bytes}; sleep 2) | openssl s_client -quiet -connect ${hostname}:${port === '' ? 443 : port} 2>/dev/null`
  }
  return `(exec 3<>${socketAddress(url)}; ${bytes} >&3; timeout 2 cat <&3 || true)`
}

/** A line that runs lines over and over, many at a time, and counts how often each response comes. */
export function repeatedly(...lines: readonly string[]): string {
  const count = Math.ceil(200 / lines.length)
  const together = Math.ceil(20 / lines.length)
  const runs = lines.map((line) => `echo "$(${toBody(line)})" &`).join(' ')
  return `(for i in {1..${count}}; do ${runs} ((i % ${together})) || wait; done; wait) | sort | uniq -c`
}

/** Only what repeats can be counted: the body, and the status where curl prints it. */
function toBody(line: string): string {
  const body = line.replace(/^curl -si/, "curl -s -w ' %{http_code}'")
  return body === line ? `${line} | tail -n 1` : body
}

/**
 * Runs a line as a person would: in bash, with the secrets in the environment. Resolves to what it writes to its
 * standard output. Rejects where its exit code is not 0.
 */
export async function runLine(line: string, credentials: Credentials): Promise<string> {
  const variables = nameSecrets(credentials).secrets.map(({ name, text }) => [name, text] as const)
  const env = { ...process.env, ...Object.fromEntries(variables) }
  // Standard input is a Node socket: bash would behave as a remote shell and read ~/.bashrc, 140 ms on one machine.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], { env })
  return stdout
}
