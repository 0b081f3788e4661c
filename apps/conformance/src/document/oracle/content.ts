/** The content of a response: its media type and its schema, as the document declares them, and what its links name. */
import { decodeContent, fieldValue } from '@plant-store/raw-http'
import { parse } from 'csv-parse/sync'
import { memberAt } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { readJson as readBytes } from '../../oracle/json-text.ts'
import { quote } from '../../quote.ts'
import { type AnyOperation, declaredFor, type DeclaredResponse } from '../model.ts'
import { once } from '../once.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { contentFor, essence, syntaxOf } from '../values/media-types.ts'
import type { Received } from './analyse.ts'

export function checkContent(received: Received, operation: AnyOperation, declared: DeclaredResponse): void {
  const { response, analysis, seen } = received
  const rule = `${operation.id}:content-type`
  const types = declared.contents.map(({ mediaType }) => mediaType)
  const due = types.join(' or ')
  // What is refused for its form need not have reached the operation.
  const isOfForm = response.status === 400 && analysis.alsoFine.includes(400)
  if (types.length === 0 || isOfForm) return
  if (response.body.length === 0) {
    // A text may be empty; a JSON text may not (RFC 8259, 2).
    const isDue =
      ![204, 205, 304].includes(response.status) && types.every((type) => syntaxOf(type) === 'json')
    if (isDue) seen.require(rule, 'no content', due)
    return
  }
  const type = fieldValue(response, 'Content-Type')
  const content = type === undefined ? undefined : contentFor(declared.contents, type)
  seen.require(rule, content === undefined ? `Content-Type: ${type ?? 'none'}` : undefined, due)
  if (content?.schema !== undefined) checkSchema(received, `${operation.id}:body`, content.schema)
}

/** JSON by its schema, and a text by that of a string; of other media types only the type is checked. */
function checkSchema({ response, service, seen }: Received, rule: string, schema: string): void {
  const read = readAs(fieldValue(response, 'Content-Type') ?? '', response)
  // 206 has a part of what the schema is for (RFC 9110, 15.3.7).
  if (read === undefined || response.status === 206) return
  if (!seen.require(rule, read.fault, 'content that can be read as its type')) return
  if (problemOf(service.contract, schema, 'response') !== undefined) return
  const [first] = validatorFor(service.contract, schema, 'response')(read.value)
  const at = first === undefined || first.place === '' ? 'the top' : first.place
  const came = first && `${quote(response.body.toString('utf8'))}: wrong at ${at}`
  seen.require(rule, came, first?.due ?? 'content of its schema')
}

interface ReadContent {
  readonly value?: unknown
  readonly fault?: string
}

/** The content without its coding, as JSON or as a text; undefined where only its type is checked. */
function readAs(mediaType: string, response: RawResponse): ReadContent | undefined {
  const syntax = syntaxOf(mediaType)
  if (syntax === 'json') return readJson(response)
  if (syntax !== 'text') return undefined
  const bytes = decodeContent(response)
  if (typeof bytes === 'string') return { fault: bytes }
  const value = bytes.toString('utf8')
  const fault = essence(mediaType) === 'text/csv' ? faultOfRecords(value) : undefined
  return fault === undefined ? { value } : { fault }
}

/** The schema, the profile and what callers may see are all looked at in the same body. */
const known = once<ReadContent>()

/** What a body says, without its coding; or what is wrong with it. */
export const readJson = (response: RawResponse): ReadContent =>
  known(response, '', () => {
    const bytes = decodeContent(response)
    if (typeof bytes === 'string') return { fault: bytes }
    const { value, faults } = readBytes(bytes)
    const [fault] = faults
    return fault === undefined ? { value } : { fault: `${quote(response.body.toString('utf8'))}: ${fault}` }
  })

/** Each has as many fields as the first, quoted as they must be (RFC 4180, 2); some have another delimiter. */
function faultOfRecords(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1)
  const fieldsBy = (delimiter: string): number => first.split(delimiter).length
  const [delimiter = ','] = [',', ';', '\t'].toSorted((one, other) => fieldsBy(other) - fieldsBy(one))
  try {
    parse(text, { bom: true, delimiter, skip_empty_lines: true })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What the links of a response name (OpenAPI 3.1, 4.8.20): names of parameters of other operations, each with a text or a number. */
export function linkedValues(
  operation: AnyOperation,
  response: RawResponse,
): readonly (readonly [name: string, value: string | number])[] {
  const { value: body } = readJson(response)
  const links = declaredFor(operation, response.status)?.links ?? []
  return links.flatMap(([name, expression]) => {
    const value = evaluate(String(expression), response, body)
    // The place may stand before the name, where two parameters have the same.
    const plain = name.replace(/^(?:path|query|header|cookie)\./, '')
    return typeof value === 'string' || typeof value === 'number' ? [[plain, value] as const] : []
  })
}

/** What a runtime expression finds in the response; undefined for nothing, and for what the request said. */
function evaluate(expression: string, response: RawResponse, body: unknown): unknown {
  const [, field, pointer] = /^\$response\.(?:header\.([^#]+)|body#(\/.*))$/.exec(expression) ?? []
  if (field !== undefined) return fieldValue(response, field)
  const steps = pointer?.split('/').slice(1)
  return steps?.reduce((found, step) => memberAt(found, step), { pointer: '', value: body }).value
}
