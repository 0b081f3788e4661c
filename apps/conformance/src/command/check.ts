/** `conformance check`: checks one service. */
import { InputError } from '../input-error.ts'
import { clone } from '#clone'
import type { Command } from 'commander'
import type { CheckBasis } from '../run/basis.ts'
import type { Exit } from './exit-codes.ts'
import { addOptions, type CheckOptions, withConfig } from './options.ts'
import { readKnown, requireOwn, withOwnFields } from './read-subject.ts'
import { checkAndReport } from './check-and-report.ts'
import type { Context } from './terminal.ts'

/** Adds the command; `end` is told how it ends. */
export function addCheck(program: Command, context: Context, end: (exit: Exit) => void): void {
  const command = program
    .command('check', { isDefault: true })
    .description('check a running service')
    .argument('[url]', 'where the root of the service is, such as https://plants.example/api')
  addOptions(command).action(async (address: string | undefined) => {
    const { url, options } = await withConfig(address, command)
    end(await (url === undefined ? checkOwn(options, context) : checkAt(url, options, context)))
  })
}

async function checkAt(url: string, options: CheckOptions, context: Context): Promise<Exit> {
  if (options.own !== undefined) {
    throw new InputError('Give either the address of a service or --own.')
  }
  const given = await readKnown(url, options, context)
  const basis = await readBasis(options, context)
  const known = withOwnFields(given, basis.credentialFields)
  const fault = basis.faultOf?.(known)
  if (fault !== undefined) throw new InputError(fault)
  return checkAndReport(known, basis, options, context)
}

/** Checks the service of this repository. */
async function checkOwn(options: CheckOptions, context: Context): Promise<Exit> {
  if (options.own === undefined) {
    const others = clone === undefined ? '' : ', or check that of this repository with --own'
    throw new InputError(`No address was given: name the service, such as http://127.0.0.1:8080${others}.`)
  }
  if (clone === undefined) {
    throw new InputError(
      '--own is only for a clone of the repository that has the service in it: give the address of your service instead.',
    )
  }
  return (await clone.ownService()).checkOwnService(options, context)
}

/** What the check goes by: our own contract with all checkers, or the document that was given. */
async function readBasis(options: CheckOptions, { checkers }: Context): Promise<CheckBasis> {
  const { contract, profile, checker } = options
  if (contract !== undefined) {
    if (checker === 'prism') throw new InputError('--checker prism is for our own contract alone.')
    return (await import('../document/basis.ts')).readBasis(contract, options)
  }
  if (profile !== undefined) {
    throw new InputError('--profile needs --contract: our own contract has its profile already.')
  }
  return requireOwn().basis({ ...options, checkers })
}
