/** openapi.yaml, as text and as data. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Json, toJson } from './json.ts'

export const documentText = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')
export const parseDocument = (text: string): Json => toJson(parse(text))
export const document = parseDocument(documentText)

/** The text after an edit, which must hit something. */
export const edited = (text: string, from: string, to: string): string => {
  assert.ok(text.includes(from), `the document has no ${JSON.stringify(from)}`)
  return text.replace(from, to)
}
