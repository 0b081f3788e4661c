/** The content of a response: its media type and its schema, as the document declares them. */
import { decodeContent, fieldValue } from '@plant-store/raw-http'
import { parse } from 'csv-parse/sync'
import type { RawResponse } from '../../exchange.ts'
import type { Examination } from '../../oracle/examination.ts'
import { quote } from '../../quote.ts'
import type { Content, DeclaredResponse } from '../model.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import type { Declared } from './asked.ts'
import { contentFor, essence, syntaxOf } from '../values/media-types.ts'

export function checkContent(response: RawResponse, context: Declared, seen: Examination): void {
  const { operation, declared, analysis } = context
  const rule = `${operation.id}:content-type`
  // What is refused for its form need not have reached the operation.
  const isOfForm = response.status === 400 && analysis.alsoFine.includes(400)
  if (declared.contents.length === 0 || isOfForm) return
  if (response.body.length === 0) {
    const isLacking = ![204, 205, 304].includes(response.status) && !isEmptyFine(declared)
    if (isLacking) seen.require(rule, 'no content', typesOf(declared))
    return
  }
  const type = fieldValue(response, 'Content-Type')
  const content = type === undefined ? undefined : contentFor(declared.contents, type)
  const came = content === undefined ? `Content-Type: ${type ?? 'none'}` : undefined
  seen.require(rule, came, typesOf(declared))
  if (content?.schema !== undefined) checkSchema(response, content, context, seen)
}

/** JSON by its schema, and a text by that of a string; of other media types only the type is checked. */
function checkSchema(
  response: RawResponse,
  { mediaType, schema = '' }: Content,
  { operation, service }: Declared,
  seen: Examination,
): void {
  const rule = `${operation.id}:body`
  const read = readerFor(fieldValue(response, 'Content-Type') ?? mediaType)
  if (read === undefined) return
  const { value, fault } = read(response)
  if (!seen.require(rule, fault, 'content that can be read as its type')) return
  if (problemOf(service.contract, schema, 'response') !== undefined) return
  const [first] = validatorFor(service.contract, schema, 'response')(value)
  const at = first === undefined || first.place === '' ? 'the top' : first.place
  const came = first && `${quote(response.body.toString('utf8'))}: wrong at ${at}`
  seen.require(rule, came, first?.due ?? 'content of its schema')
}

/** A text may be empty; a JSON text may not (RFC 8259, 2). */
const isEmptyFine = ({ contents }: DeclaredResponse): boolean =>
  contents.some(({ mediaType }) => syntaxOf(mediaType) !== 'json')

const typesOf = ({ contents }: DeclaredResponse): string =>
  contents.map(({ mediaType }) => mediaType).join(' or ')

interface ReadContent {
  readonly value?: unknown
  readonly fault?: string
}

/** The schema, the profile and what callers may see are all looked at in the same body. */
const known = new WeakMap<RawResponse, ReadContent>()

/** What a body says, without its coding; or what is wrong with it. */
export function readJson(response: RawResponse): ReadContent {
  const read = known.get(response) ?? parseJson(response)
  known.set(response, read)
  return read
}

function parseJson(response: RawResponse): ReadContent {
  const bytes = decodeContent(response)
  if (typeof bytes === 'string') return { fault: bytes }
  try {
    return {
      value: JSON.parse(new TextDecoder('utf8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown,
    }
  } catch {
    return { fault: `${quote(response.body.toString('utf8'))} is not JSON in UTF-8` }
  }
}

/** The content as a text, without its coding. */
function readText(response: RawResponse): ReadContent {
  const bytes = decodeContent(response)
  return typeof bytes === 'string' ? { fault: bytes } : { value: bytes.toString('utf8') }
}

const readCsv = (response: RawResponse): ReadContent => {
  const { fault } = recordsIn(response)
  return fault === undefined ? readText(response) : { fault }
}

/** Each with as many fields as the first, quoted as they must be (RFC 4180, 2); some have another delimiter. */
export function recordsIn(response: RawResponse): { value?: readonly (readonly string[])[]; fault?: string } {
  const { value: text, fault } = readText(response)
  if (typeof text !== 'string') return { fault: fault ?? 'no text' }
  const [first = ''] = text.split('\n', 1)
  const delimiter = [',', ';', '\t'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length,
  )
  try {
    return { value: parse(text, { bom: true, delimiter: delimiter.slice(0, 1), skip_empty_lines: true }) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const readers = { json: readJson, text: readText, form: undefined } as const

function readerFor(type: string): ((response: RawResponse) => ReadContent) | undefined {
  const syntax = syntaxOf(type)
  return essence(type) === 'text/csv' ? readCsv : syntax && readers[syntax]
}
