/** Finds the file and the line of a pointer into a document that was read from one or more files. */
import { ValuePointer } from '@sinclair/typebox/value'
import { isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { Rule } from '../rules/rules.ts'
import type { Place } from '../run/verdict.ts'
import type { AnyContract } from './model.ts'
import { once } from './once.ts'

/** The line, counted from 1, where a pointer stands as written; of what is not there, where the part stands that had it. */
type LineOf = (pointer: string) => number

const linesOf = once<LineOf>()

/** Where a rule stands. */
export function placeOf(
  contract: AnyContract,
  { pointer, line, source }: Pick<Rule, 'pointer' | 'line' | 'source'>,
): Place {
  const other = contract.files.find((one) => `${pointer}/`.startsWith(`${one.pointer}/`))
  const { name: file, text } = other ?? contract
  const lineOf = linesOf(other ?? contract, '', () => readLines(text))
  const own = line ?? lineOf(pointer.slice(other?.pointer.length))
  return { file, line: own, place: pointer === '' ? (source ?? file) : `${file}:${own}` }
}

/** A text in YAML or JSON. A `$ref` is not followed. */
export function readLines(text: string): LineOf {
  const counter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: counter, stringKeys: true })
  return (pointer) => {
    const steps = [...ValuePointer.Format(pointer)]
    while (steps.length > 0 && parsed.getIn(steps, true) === undefined) steps.pop()
    const node = parsed.getIn(steps, true)
    const around = parsed.getIn(steps.slice(0, -1), true)
    const key = isMap(around) ? around.items.find(({ value }) => value === node)?.key : undefined
    const [from = 0] = [key, node].find((one) => isNode(one))?.range ?? []
    return counter.linePos(from).line
  }
}
