/** The command line: `contract lint`, `contract diff`. */
import { join } from 'node:path'
import { Command } from 'commander'
import { compareDocuments } from './diff/compare-documents.ts'
import { type Document, readDocument } from './document/document.ts'
import { membersOf, textOf } from './document/json.ts'
import { readText } from './document/parse-yaml.ts'
import { giveVerdict, type Verdict } from './verdict.ts'
import { findBase } from './versions/base.ts'
import { readPlanned } from './versions/pending.ts'

/** Where things are, and where to write. */
interface ProgramContext {
  /** The repository. */
  readonly root: string
  readonly write: (text: string) => void
}

const exitCodes = `
Exit codes:
  0    all is well
  1    diff: the version is too low for what has changed; lint: a linter objects, or an exception is not needed
  2    nothing could be concluded: wrong use, an unknown version, a broken document`

/** The program. Its actions resolve to nothing; they pass the exit code to `exit`. */
export function makeProgram({ root, write }: ProgramContext, exit: (code: 0 | 1) => void): Command {
  const directory = join(root, 'contracts')
  const program = new Command('contract')
  program
    .description('Checks contracts/openapi.yaml, and says whom a change to it breaks.')
    .addHelpText('after', exitCodes)
  program
    .command('lint')
    .description(
      'Asks Redocly (recommended-strict) and Spectral (OpenAPI, OWASP); exceptions are in contracts/lint-exceptions.yaml.',
    )
    .action(async () => {
      // Spectral takes a second to load, and the other commands have no use for it.
      const { lint } = await import('./lint/lint.ts')
      const { report, isClean } = await lint(directory)
      write(report)
      exit(isClean ? 0 : 1)
    })
  program
    .command('diff')
    .description(
      'Rates what has changed since then as patch, minor or major; fails if the version is too low for that.',
    )
    .argument('[since]', 'a commit, branch or tag, or a released version; default: the last release')
    .action(async (since: string | undefined) => {
      const { text, isHighEnough } = await compare(since, directory, root)
      write(text)
      exit(isHighEnough ? 0 : 1)
    })
  return program
}

async function compare(since: string | undefined, directory: string, root: string): Promise<Verdict> {
  const base = await findBase(since, directory)
  const name = 'contracts/openapi.yaml'
  const now = readDocument(await readText(join(directory, 'openapi.yaml'), name), name)
  const changes = compareDocuments(base.document, now)
  return giveVerdict(base, changes, await readPlanned(directory, root), versionIn(now))
}

const versionIn = ({ root }: Document): string => textOf(membersOf(membersOf(root)['info'])['version'])
