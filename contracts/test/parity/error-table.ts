/** The table of errors in the prose of the document. */
import { type Json, toText, valueAt } from '../json.ts'

const row = /^\| (?<error>\d+) \| (?<status>\d+) \| (?<message>[^|]+) \| [^|]+ \|$/gm

/** The rows, in the form of the catalogue's entries. */
export const errorTable = (document: Json) =>
  toText(valueAt(document, 'info', 'description'))
    .matchAll(row)
    .map(({ groups }) => ({
      error: Number(groups?.['error']),
      status: Number(groups?.['status']),
      message: groups?.['message'] ?? '',
    }))
    .toArray()
