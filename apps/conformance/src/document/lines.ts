/** Finds the file and the line of a pointer into a document that was read from one or more files. */
import { type Contract, parseContract } from '../contract/document.ts'
import { objectAt } from '../contract/pointers.ts'
import type { AnyContract } from './model.ts'
import { once } from './once.ts'

const parsed = once<Contract>()

/** The file and the line, counted from 1, where the pointer stands as written; of what was raised or left out, where the part that had it stands. */
export function placeOf(contract: AnyContract, pointer: string): { file: string; line: number } {
  const { files, name: main, text: whole } = contract
  const other = files.find((one) => `${pointer}/`.startsWith(`${one.pointer}/`))
  const { name, text, pointer: root } = other ?? { name: main, text: whole, pointer: '' }
  const read = parsed(other ?? contract, '', () => parseContract(text, name))
  return { file: name, line: lineOf(read, pointer.slice(root.length)) }
}

/** The document as reports and verdicts show it. */
export function reportable(contract: AnyContract): Contract {
  const { name, document } = contract
  const { version } = objectAt(document, '/info')
  return {
    name,
    version: typeof version === 'string' ? version : '',
    document,
    lineOf: ({ pointer }) => placeOf(contract, pointer).line,
    fileOf: ({ pointer }) => placeOf(contract, pointer).file,
    partOf: ({ part }) => part ?? 'HTTP',
  }
}

/** The line of the pointer in this text, or of the nearest part around it. */
export const lineIn = (text: string, pointer: string): number => lineOf(parseContract(text, ''), pointer)

function lineOf(read: Contract, pointer: string): number {
  for (let at = pointer; ; at = at.replace(/\/[^/]*$/, '')) {
    try {
      return read.lineOf({ pointer: at })
    } catch {
      if (at === '') return 1
    }
  }
}
