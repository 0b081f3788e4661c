/** The fields of requests that the contract speaks of. */
import { readContract } from './contract-lines.ts'

/** In small letters: parameters that stand in the header, and what carries credentials. */
export const declaredFields: ReadonlySet<string> = findDeclaredFields(readContract().document)

/** The same for any document of OpenAPI. */
export function findDeclaredFields(document: unknown): ReadonlySet<string> {
  const named = new Set(['authorization'])
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
