/** What linters object to in the contract, and which objections are excepted, each with its reason. */
import { basename, dirname, join } from 'node:path'
import { readDocument } from '../document/document.ts'
import { toPointer } from '../document/json.ts'
import { readText } from '../document/read-text.ts'
import { type Exception, readExceptions } from './exceptions.ts'
import { askRedocly, askSpectral, type Finding } from './linters.ts'

/** An objection with its place, for people. */
interface Objection extends Omit<Finding, 'steps'> {
  readonly document: string
  readonly line: number
  readonly pointer: string
}

export interface Findings {
  /** Those that no exception covers. */
  readonly objections: readonly Objection[]
  /** Exceptions, each with how many findings it covers. */
  readonly excepted: readonly (Exception & { readonly count: number })[]
  /** Exceptions that cover nothing. */
  readonly unneeded: readonly Exception[]
}

/** Throws a `UserError` if either file is broken or missing. */
export async function lint(documentFile: string, exceptionsFile: string): Promise<Findings> {
  const name = join(basename(dirname(documentFile)), basename(documentFile))
  const text = await readText(documentFile, name)
  const document = readDocument(text, name)
  const exceptions = await readExceptions(exceptionsFile)
  const found = [...(await askRedocly(text)), ...(await askSpectral(text))]
  const counted = exceptions.map((exception) => ({
    ...exception,
    count: found.filter((finding) => covers(exception, finding)).length,
  }))
  return {
    objections: found
      .filter((finding) => !exceptions.some((exception) => covers(exception, finding)))
      .map(({ steps, linter, rule, message }) => ({
        document: name,
        line: document.lineOf(steps),
        pointer: toPointer(steps),
        linter,
        rule,
        message,
      })),
    excepted: counted.filter(({ count }) => count > 0),
    unneeded: counted.filter(({ count }) => count === 0),
  }
}

/** Whether the exception names the finding's rule, and its place or one around it. */
const covers = ({ linter, rule, at }: Exception, finding: Finding): boolean =>
  linter === finding.linter &&
  rule === finding.rule &&
  at.some((pointer) => `${toPointer(finding.steps)}/`.startsWith(`${pointer}/`))
