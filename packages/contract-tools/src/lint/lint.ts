/** What linters object to in the contract, and which objections are excepted, each with its reason. */
import { basename, dirname, join } from 'node:path'
import { readDocument } from '../document/document.ts'
import { itemsOf, type Json, membersOf, toPointer } from '../document/json.ts'
import { parseYaml } from '../document/parse-yaml.ts'
import { readText } from '../document/parse-yaml.ts'
import { UserError } from '../user-error.ts'
import { askRedocly, askSpectral, type Finding } from './linters.ts'

interface Exception {
  readonly linter: 'redocly' | 'spectral'
  readonly rule: string
  /** JSON pointers; each also covers what is below it. */
  readonly at: readonly string[]
  readonly reason: string
}

const form =
  'each exception has `linter` (redocly or spectral), `rule`, `at` (a list of JSON pointers) and `reason`'

/** Throws a `UserError` if the file is missing, is not YAML, or has another form. */
async function readExceptions(file: string): Promise<readonly Exception[]> {
  const name = basename(file)
  const list = parseYaml(await readText(file, name), name).root
  if (!Array.isArray(list)) throw new UserError(`${name} is no list: ${form}.`)
  return itemsOf(list).map((one, index) => {
    if (!isException(one)) throw new UserError(`${name}: exception ${index + 1} has another form; ${form}.`)
    return one
  })
}

function isException(value: Json): value is Json & Exception {
  const { linter, rule, reason, ...rest } = membersOf(value)
  const pointers = itemsOf(rest['at'])
  const isWhole = (linter === 'redocly' || linter === 'spectral') && isText(rule) && isText(reason)
  return isWhole && pointers.length > 0 && pointers.every((pointer) => isText(pointer))
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''

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

/** A line for each objection, and for each exception that is not needed; then the counts. */
export function describeFindings({ objections, excepted, unneeded }: Findings): string {
  const count = excepted.reduce((sum, exception) => sum + exception.count, 0)
  return [
    ...objections.map(
      ({ linter, rule, message, document, line, pointer }) =>
        `${document}:${line}  ${pointer}\n       ${linter}, ${rule}: ${message}`,
    ),
    ...unneeded.map(
      ({ linter, rule, at }) =>
        `contracts/lint-exceptions.yaml: ${linter} has no objection by ${rule} at ${at.join(', ')}. Delete the exception.`,
    ),
    `${objections.length === 0 ? 'Nothing' : objections.length} to object to; ${count} findings are excepted, each with its reason.`,
    '',
  ].join('\n')
}
