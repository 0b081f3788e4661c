/** `conformance mock`: checks Prism's mock of the contract; the ways in which it is known to depart from it are a baseline. */
import type { Command } from 'commander'
import { checkAndReport } from '../../src/command/check-and-report.ts'
import type { Context } from '../../src/command/terminal.ts'
import type { Exit } from '../../src/command/exit-codes.ts'
import { addOptions, type CheckOptions } from '../../src/command/options.ts'
import { plantStore } from '../own.ts'
import { baseline, startPrism } from './server.ts'

/** A mock takes any token and has no particular plants: there is one caller, whose list is not known. */
const known = { callers: [{ token: 'any-token-will-do' }], refused: [] }

export function addMock(program: Command, context: Context, end: (exit: Exit) => void): void {
  const command = program
    .command('mock')
    .description("check Prism's mock of the contract: breaches other than the known ones are failures")
  addOptions(command, ['seed', 'budget', 'minutes', 'json'], { budget: { default: 'quick' } }).action(
    async (given: CheckOptions) => {
      const options = { ...given, baseline, atLeast: 0, wait: 0 }
      const basis = await plantStore.basis({ checkers: context.checkers })
      await using mock = await startPrism()
      end(await checkAndReport({ ...known, url: mock.url }, basis, options, context))
    },
  )
}
