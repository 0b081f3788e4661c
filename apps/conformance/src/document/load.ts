/** Loads an OpenAPI document from a file or a URL. */
import { objectAt } from '../contract/pointers.ts'
import type { AnyContract } from './model.ts'
import { operationsOf } from './operations.ts'
import { InputError } from '../input-error.ts'
import { locate, parseText, readText } from './read.ts'
import { resolveReferences } from './references.ts'

/**
 * The document in this file, or at this URL: OpenAPI 3.0 or 3.1, in YAML or JSON; its references may lead to files beside it.
 * Rejects with an `InputError`, one sentence for a person, if it can't be used.
 */
export async function loadContract(name: string): Promise<AnyContract> {
  const { url, text } = await readText(locate(name), name, 'follow')
  const root = parseText(text, name)
  const version = versionOf(root, name)
  const others = await resolveReferences({ url, name, text, root, pointer: '' }, version.startsWith('3.0'))
  const operations = operationsOf(root)
  if (operations.length === 0)
    throw new InputError(`${name} has no operation that could be checked: \`paths\` has none.`)
  return { name, text, document: root, operations, files: others }
}

function versionOf(root: unknown, name: string): string {
  const { openapi, swagger } = objectAt(root, '')
  if (typeof openapi === 'string' && /^3\.[012](?:\.|$)/.test(openapi)) return openapi
  const hint = swagger === undefined ? '' : ', but of Swagger, which `npx swagger2openapi` raises to it'
  throw new InputError(`${name} is no document of OpenAPI 3.0 or 3.1${hint}.`)
}
