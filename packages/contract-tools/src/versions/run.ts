/** Runs programs of the machine: git, tar, npm. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UserError } from '../user-error.ts'

const execute = promisify(execFile)
const mebibytes = 1024 * 1024

/** What the program printed. Throws a `UserError` if it is not installed, and what `execFile` throws if it fails. */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { cwd, maxBuffer: 64 * mebibytes, encoding: 'utf8' })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UserError(`The program ${program} is needed, and is not installed.`)
    throw error
  }
}

/** The same, but resolves to undefined if the program fails. */
export async function tryRun(
  program: string,
  args: readonly string[],
  cwd?: string,
): Promise<string | undefined> {
  try {
    return await run(program, args, cwd)
  } catch (error) {
    if (error instanceof UserError) throw error
    return undefined
  }
}
