/** Parses one record from its text. */
import type { RecordLine } from '../store.ts'
import type { RecordBytes } from './record-bytes.ts'

/** Parses a record as JSON. It begins on `line` of its file. */
export function parseRecord(line: number, taken: ReturnType<RecordBytes['take']>): RecordLine {
  if ('problem' in taken) return { line, problem: taken.problem }
  try {
    const value: unknown = JSON.parse(taken.text)
    const repeated = findRepeatedMember(taken.text)
    if (repeated === undefined) return { line, value }
    return { line, problem: `The member ${JSON.stringify(repeated)} occurs twice.` }
  } catch (error) {
    return { line, problem: `The record is not JSON: ${explain(error)}.` }
  }
}

/** Without the position within the record: a person looks for the line of the file. */
function explain(error: unknown): string {
  return error instanceof Error ? error.message.replace(/ in JSON at position .*/, '') : 'unreadable'
}

/** In JSON: a string, with the colon that makes it a member's name; or a bracket. */
const nameOrBracket = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/** A member that the record has twice, of which `JSON.parse` keeps the last; nested objects are not searched. */
function findRepeatedMember(json: string): string | undefined {
  const seen = new Set<unknown>()
  let depth = 0
  for (const [token, colon] of json.matchAll(nameOrBracket)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && colon !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, -colon.length))
      if (seen.has(name)) return String(name)
      seen.add(name)
    }
  }
  return undefined
}
