/** `conformance install`: fetches now what a check would otherwise fetch. */
import type { Command } from 'commander'
import { provideEnvironment } from '../adapters/schemathesis/environment.ts'
import type { Exit } from './exit-codes.ts'
import type { Context } from './context.ts'

export function addInstall(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('install')
    .description('install schemathesis now: later checks need no network but the service')
    .action(async () => {
      await provideEnvironment({ signal: context.interrupt })
      end('conforms')
    })
}
