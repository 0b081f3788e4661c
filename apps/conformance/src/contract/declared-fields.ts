/** The fields of requests that a contract can speak of: whoever holds a request against it looks at no others. */
import { readContract } from './contract-lines.ts'

/** What says whether a request has content, and of which type. */
const ofContent = ['content-length', 'content-type', 'transfer-encoding'] as const

/** In small letters: parameters that stand in the header, what carries credentials, and what tells of content. */
export const declaredFields: ReadonlySet<string> = findDeclaredFields(readContract().document)

/** The same for any document of OpenAPI. */
export function findDeclaredFields(document: unknown): ReadonlySet<string> {
  const named = new Set<string>(['authorization', ...ofContent])
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const place = 'in' in value ? value.in : undefined
    if (place === 'header' && 'name' in value) named.add(String(value.name).toLowerCase())
    if (place === 'cookie') named.add('cookie')
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
  return named
}
