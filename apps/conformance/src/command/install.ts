/** `conformance install`: fetches now what a check would otherwise fetch. */
import { own } from '#own'
import type { Command } from 'commander'
import type { Exit } from './exit-codes.ts'
import type { Context } from './context.ts'

export function addInstall(program: Command, context: Context, end: (exit: Exit) => void): void {
  program
    .command('install')
    .description('install schemathesis now: later checks need no network but the service')
    .action(async () => {
      for (const checker of context.checkers ?? (await own.makeCheckers()))
        await checker.prepare?.(context.interrupt)
      end('conforms')
    })
}
