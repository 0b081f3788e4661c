/** Reads the text of a document from a file or an http(s) URL, and what it says. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LineCounter, parseDocument } from 'yaml'
import { InputError } from './input-error.ts'

/** Why a document can't be used: one sentence for a person. */
export class ContractError extends InputError {
  override readonly name = 'ContractError'
}

/** How long one document may take to arrive. */
const patienceMs = 30_000

/** Where a document is, from what somebody gave: a path or an http(s) URL. */
export function locate(fileOrUrl: string): URL {
  if (!/^[a-z][a-z\d+.-]+:/i.test(fileOrUrl)) return pathToFileURL(fileOrUrl)
  const url = URL.parse(fileOrUrl)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return url
    throw new ContractError('The URL of the contract has a user or a password in it, which are not sent.')
  }
  throw new ContractError(`${fileOrUrl} is neither a path nor an http:// or https:// URL.`)
}

/** A text, and where it was found: what it refers to is looked for from there. */
export interface Found {
  readonly url: URL
  readonly text: string
}

/** What is at the address, or where that has moved to if `redirect` lets it. Rejects with a `ContractError`. */
export async function readText(url: URL, name: string, redirect: 'follow' | 'error'): Promise<Found> {
  const isFile = url.protocol === 'file:'
  const [bytes, found] = isFile ? [await readLocal(url, name), url] : await fetchBytes(url, name, redirect)
  try {
    return { url: found, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new ContractError(`${name} is not text in UTF-8.`)
  }
}

async function readLocal(url: URL, name: string): Promise<Uint8Array> {
  try {
    return await readFile(fileURLToPath(url))
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
    throw new ContractError(`${name} can't be read: ${causes[code] ?? code}.`)
  }
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
}

async function fetchBytes(
  url: URL,
  name: string,
  redirect: 'follow' | 'error',
): Promise<[bytes: Uint8Array, found: URL]> {
  try {
    const response = await fetch(url, { redirect, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok)
      throw new ContractError(`${name} can't be fetched: the response was ${response.status}.`)
    return [await response.bytes(), new URL(response.url)]
  } catch (fault) {
    throw fault instanceof ContractError
      ? fault
      : new ContractError(`${name} can't be fetched: ${causeOf(fault)}.`)
  }
}

function causeOf(fault: unknown): string {
  if (fault instanceof DOMException && fault.name === 'TimeoutError')
    return `nothing more came within ${patienceMs / 1000} seconds`
  const cause = fault instanceof Error ? (fault.cause ?? fault) : fault
  return cause instanceof Error
    ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
    : String(cause)
}

/** What the text says in YAML or JSON, as plain values. Throws a `ContractError` that names the line. */
export function parseText(text: string, name: string): unknown {
  // `yaml` reads JSON, too, at a hundredth of the speed.
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
  if (json !== undefined) return json
  const counter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: counter, merge: true, prettyErrors: false })
  const [fault] = parsed.errors
  if (fault === undefined) return toValues(() => parsed.toJS(), name)
  const { line, col } = counter.linePos(fault.pos[0])
  throw new ContractError(
    `${name}:${line}:${col} is neither YAML nor JSON: ${fault.message.replace(/\.$/, '')}.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Aliases are bounded: a few lines of them can stand for gigabytes. */
function toValues(read: () => unknown, name: string): unknown {
  try {
    return read()
  } catch (fault) {
    throw new ContractError(
      `${name} can't be read: ${fault instanceof Error ? fault.message : String(fault)}.`,
    )
  }
}
