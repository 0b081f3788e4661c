/** What linters object to in the contract, and which objections are excepted, each with its reason. */
import { join } from 'node:path'
import { readDocument } from '../document/document.ts'
import { itemsOf, toPointer } from '../document/json.ts'
import { parseYaml, readText } from '../document/parse-yaml.ts'
import { askRedocly, askSpectral, type Finding } from './linters.ts'

interface Exception {
  readonly linter: 'redocly' | 'spectral'
  readonly rule: string
  /** JSON pointers; each also covers what is below it. */
  readonly at: readonly string[]
  readonly reason?: string
}

/**
 * `report`: a line for each objection that no exception covers, and for each exception that covers nothing; then the
 * counts. `directory` is the package of the contract. Throws a `UserError` if one of its files is broken or missing.
 */
export async function lint(
  directory: string,
): Promise<{ readonly report: string; readonly isClean: boolean }> {
  const [name, listName] = ['contracts/openapi.yaml', 'contracts/lint-exceptions.yaml']
  const text = await readText(join(directory, 'openapi.yaml'), name)
  const document = readDocument(text, name)
  const list = parseYaml(await readText(join(directory, 'lint-exceptions.yaml'), listName), listName)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of another form covers nothing, which is told
  const exceptions = itemsOf(list.root) as unknown as readonly Exception[]
  const found = [...(await askRedocly(text)), ...(await askSpectral(text))]
  const objections = found.filter((one) => !exceptions.some((exception) => covers(exception, one)))
  const unneeded = exceptions.filter((exception) => !found.some((one) => covers(exception, one)))
  const excepted = found.length - objections.length
  const lines = [
    ...objections.map(
      ({ linter, rule, message, steps }) =>
        `${name}:${document.lineOf(steps)}  ${toPointer(steps)}\n       ${linter}, ${rule}: ${message}`,
    ),
    ...unneeded.map(
      ({ linter, rule, at }) =>
        `${listName}: ${linter} has no objection by ${rule} at ${at.join(', ')}, or no reason is given. Delete the exception.`,
    ),
    `${objections.length === 0 ? 'Nothing' : objections.length} to object to; ${excepted} findings are excepted, each with its reason.`,
  ]
  return { report: `${lines.join('\n')}\n`, isClean: objections.length + unneeded.length === 0 }
}

/** Whether the exception has a reason, and names the finding's rule, and its place or one around it. */
const covers = ({ linter, rule, at, reason }: Exception, finding: Finding): boolean =>
  (reason ?? '') !== '' &&
  linter === finding.linter &&
  rule === finding.rule &&
  at.some((pointer) => `${toPointer(finding.steps)}/`.startsWith(`${pointer}/`))
