/** Reads the text of a document from a file or an http(s) URL, and what it says. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { LineCounter, parseDocument } from 'yaml'
import { InputError, explainFile } from '../input-error.ts'

/** More than any description of a service has, in bytes. */
const maximumSize = 50_000_000
/** How long one document may take to arrive. */
const patienceMs = 30_000

/** Where a document is, from what somebody gave: a path or an http(s) URL. */
export function locate(fileOrUrl: string): URL {
  if (!/^[a-z][a-z\d+.-]+:/i.test(fileOrUrl)) return pathToFileURL(fileOrUrl)
  const url = URL.parse(fileOrUrl)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return url
    throw new InputError('The URL of the contract has a user or a password in it, which are not sent.')
  }
  throw new InputError(`${fileOrUrl} is neither a path nor an http:// or https:// URL.`)
}

/** A text, and where it was found: what it refers to is looked for from there. */
export interface Found {
  readonly url: URL
  readonly text: string
}

/** What is at the address, or where that has moved to if `redirect` lets it. Rejects with an `InputError`. */
export async function readText(url: URL, name: string, redirect: 'follow' | 'error'): Promise<Found> {
  try {
    if (url.protocol === 'file:') return { url, text: await receiveAll(createReadStream(url)) }
    const response = await fetch(url, { redirect, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) throw new Error(`the response was ${response.status}`)
    return { url: new URL(response.url), text: await receiveAll(response.body ?? []) }
  } catch (fault) {
    throw new InputError(explainFile(name, fault))
  }
}

async function receiveAll(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    all.push(chunk)
    size += chunk.length
    if (size > maximumSize) throw new Error(`it has more than ${maximumSize / 1_000_000} MB`)
  }
  const bytes = Buffer.concat(all)
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text')
  // Without a byte-order mark.
  return new TextDecoder().decode(bytes)
}

/** What the text says in YAML or JSON, as plain values. Throws an `InputError` that names the line, and quotes no secret text. */
export function parseText(text: string, name: string, isSecret = false): unknown {
  try {
    // `yaml` reads JSON, too, at a hundredth of the speed.
    return JSON.parse(text)
  } catch {
    // It may still be YAML.
  }
  const counter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: counter, merge: true, prettyErrors: false })
  const [error] = parsed.errors
  try {
    // Aliases are bounded: a few lines of them can stand for gigabytes.
    if (error === undefined) return parsed.toJS()
  } catch (fault) {
    throw new InputError(explainFile(name, fault))
  }
  const { line, col } = counter.linePos(error.pos[0])
  const why = isSecret ? '' : `: ${error.message.replace(/\.$/, '')}`
  throw new InputError(`${name}:${line}:${col} is neither YAML nor JSON${why}.`)
}
