/** Finds the file and the line of a pointer into a document that was read from one or more files. */
import { type Contract, parseContract } from '../contract/document.ts'
import type { AnyContract } from './model.ts'

/** Where somebody finds it. */
export interface FileLine {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
}

const parsed = new WeakMap<object, Contract>()

/** Where the pointer stands as written; of what was raised or left out, where the part that had it stands. */
export function placeOf(contract: AnyContract, pointer: string): FileLine {
  const file = contract.files.find((one) => pointer.startsWith(`${one.pointer}/`) || pointer === one.pointer)
  const { name, text } = file ?? contract
  const key = file ?? contract
  const read = parsed.get(key) ?? parseContract(text, name)
  parsed.set(key, read)
  return { file: name, line: lineOf(read, pointer.slice(file?.pointer.length ?? 0)) }
}

/** The line of the pointer in this text, or of the nearest part around it. */
export const lineIn = (text: string, pointer: string): number => lineOf(parseContract(text), pointer)

function lineOf(read: Contract, pointer: string): number {
  for (let at = pointer; ; at = at.replace(/\/[^/]*$/, '')) {
    try {
      return read.lineOf({ pointer: at })
    } catch {
      if (at === '') return 1
    }
  }
}
