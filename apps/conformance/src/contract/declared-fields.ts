/** The request fields that a contract can describe: a check of a request against the contract looks at no others. */
import { readContract } from './contract-lines.ts'

/** Fields that say whether a request has content, and of which type. */
const ofContent = ['content-length', 'content-type', 'transfer-encoding'] as const

/** In lower case: header parameters, the fields that carry credentials, and those that describe content. */
export const declaredFields: ReadonlySet<string> = findDeclaredFields(readContract().document)

/** The same for any OpenAPI document. */
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
