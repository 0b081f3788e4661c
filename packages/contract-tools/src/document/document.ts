/** An OpenAPI document as data, with the line of each of its places. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { UserError } from '../user-error.ts'
import { isObject, type Json, toPointer } from './json.ts'

/** A document that was read. `name` is what messages call it, such as `contracts/openapi.yaml`. */
export interface Document {
  readonly name: string
  readonly root: Json
  /** The line, counted from 1, of the place, or of the nearest place around it that the text has. */
  readonly lineOf: (steps: readonly string[]) => number
}

/** Reads YAML, or JSON, which is YAML. Throws a `UserError` that names the line where the text is broken. */
export function readDocument(text: string, name: string): Document {
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines })
  const [fault] = tree.errors
  if (fault !== undefined) {
    const [line, column] = [fault.linePos?.[0].line ?? 1, fault.linePos?.[0].col ?? 1]
    throw new UserError(`${name}:${line}:${column} is no YAML: ${fault.message.split('\n')[0]}`)
  }
  const root = asJson(tree.toJS())
  if (!isObject(root) || typeof root['openapi'] !== 'string') {
    throw new UserError(`${name} is no OpenAPI document: it has no \`openapi: 3.1.0\` at its top.`)
  }
  return {
    name,
    root,
    lineOf: (steps) => {
      for (let length = steps.length; length > 0; length -= 1) {
        const at = offsetOf(tree, steps.slice(0, length))
        if (at !== undefined) return lines.linePos(at).line
      }
      return 1
    },
  }
}

// A parsed YAML document is JSON, but for dates and the like, which no schema of OpenAPI allows.
const asJson = (value: unknown): Json => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- JSON.parse returns JSON
  const json: Json = JSON.parse(JSON.stringify(value ?? null))
  return json
}

/** Where the key of a member, or an item of a list, begins. */
function offsetOf(tree: ReturnType<typeof parseDocument>, steps: readonly string[]): number | undefined {
  const around: unknown = steps.length === 1 ? tree.contents : tree.getIn(steps.slice(0, -1), true)
  const last = steps.at(-1)
  if (isMap(around)) {
    const member = around.items.find(({ key }) => String(isScalar(key) ? key.value : key) === last)
    return rangeOf(member?.key)
  }
  return isSeq(around) ? rangeOf(around.items[Number(last)]) : undefined
}

const rangeOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

/** How messages name a place: `contracts/openapi.yaml:12 /info/title`. */
export const placeIn = (document: Document, steps: readonly string[]): string =>
  `${document.name}:${document.lineOf(steps)} ${toPointer(steps)}`
