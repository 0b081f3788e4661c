/** Finds the line and the part of a contract for a place in its document, given by a JSON pointer and words there. */
import { ValuePointer } from '@sinclair/typebox/value'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import { objectAt } from './pointers.ts'

/** A place in the document, as `Rule` names it. */
export interface Place {
  readonly pointer: string
  readonly words?: string
  readonly part?: string
}

/** The document as values, and where they stand in its text. */
export interface Contract {
  /** Its path or address. */
  readonly name: string
  /** The version of the described service. */
  readonly version: string
  /** What the text says, as plain values. */
  readonly document: unknown
  /** The line, counted from 1, of the words at the pointer, or of the pointer itself. Throws if there is none. */
  lineOf(place: Place): number
  /** The file that the line is in, where it is another than that of the name. */
  fileOf?(place: Place): string | undefined
  /** The title of the part that the place is in: an operation, a parameter, a section of the text; HTTP for no place. */
  partOf(place: Place): string
}

/** Reads a text in YAML or JSON, which reports and messages call by this name. */
export function parseContract(text: string, name: string): Contract {
  const counter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: counter, stringKeys: true })
  const document: unknown = parsed.toJS()
  const offsetOf = ({ pointer, words }: Place): number => {
    const span = follow(parsed, pointer)
    const offset = span && (words === undefined ? span.from : findWords(text, span, words))
    if (offset !== undefined) return offset
    throw new Error(`${name} does not say ${JSON.stringify(words ?? pointer)} at ${pointer}.`)
  }
  return {
    name,
    version: String(ValuePointer.Get(document, '/info/version') ?? ''),
    document,
    lineOf: (place) => counter.linePos(offsetOf(place)).line,
    partOf: (place) => {
      const [kind = 'HTTP', first = '', inner = ''] = ValuePointer.Format(place.pointer)
      if (kind === 'paths') return `${inner.toUpperCase()} ${first}`
      if (kind === 'components')
        return (
          titles[first] ?? `Parameter ${String(objectAt(document, `/components/${first}/${inner}`)['name'])}`
        )
      if (kind !== 'info') return titles[kind] ?? kind
      const before = text.slice(follow(parsed, '/info/description')?.from, offsetOf(place))
      return [...before.matchAll(/^ *## (.+)$/gm)].at(-1)?.[1] ?? 'In general'
    },
  }
}

/** Titles for the kinds of components; places of the document outside all components belong to one of them. */
const titles: Readonly<Record<string, string>> = {
  headers: 'Headers of responses',
  responses: 'Responses',
  schemas: 'Schemas',
  security: 'Tokens',
  securitySchemes: 'Tokens',
}

/** A stretch of the text: from the key (or the item) to the end of its value. */
interface Span {
  readonly from: number
  readonly to: number
}

/** A `$ref` is not followed: the rule names the place where the words stand. Undefined if there is nothing. */
function follow(document: Document, pointer: string): Span | undefined {
  const steps = [...ValuePointer.Format(pointer)]
  const node = document.getIn(steps, true)
  const around = document.getIn(steps.slice(0, -1), true)
  if (!isNode(node)) return undefined
  const key = isMap(around) ? around.items.find(({ value }) => value === node)?.key : undefined
  return { from: (isNode(key) ? key : node).range?.[0] ?? 0, to: node.range?.[1] ?? 0 }
}

/** Words may continue on the next line. */
function findWords(text: string, { from, to }: Span, words: string): number | undefined {
  const each = words.trim().split(/\s+/)
  const pattern = each.map((word) => RegExp.escape(word)).join(String.raw`\s+`)
  const found = new RegExp(pattern).exec(text.slice(from, to))
  return found === null ? undefined : from + found.index
}
