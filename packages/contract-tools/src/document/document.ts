/** An OpenAPI document as data, with the line of each of its places. */
import { type Document as Tree, isMap, isNode, isScalar, isSeq } from 'yaml'
import { UserError } from '../user-error.ts'
import { isObject, type Json, toPointer } from './json.ts'
import { parseYaml } from './parse-yaml.ts'

/** A document that was read. `name` is what messages call it, such as `contracts/openapi.yaml`. */
export interface Document {
  readonly name: string
  readonly root: Json
  /** The line, counted from 1, of the place, or of the nearest place around it that the text has. */
  readonly lineOf: (steps: readonly string[]) => number
}

/** Reads an OpenAPI document. Throws a `UserError` that names the line where the text is broken. */
export function readDocument(text: string, name: string): Document {
  const { root, tree, lines } = parseYaml(text, name)
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

/** Where the key of a member, or an item of a list, begins. */
function offsetOf(tree: Tree, steps: readonly string[]): number | undefined {
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
