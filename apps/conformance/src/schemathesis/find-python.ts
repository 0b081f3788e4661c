/** Finds the Python that schemathesis is to run on. */
import { JudgeFailure } from '../court/judge.ts'
import { runInGroup } from './run-in-group.ts'

const oldest = [3, 11] as const
const needed = `schemathesis needs Python ${oldest.join('.')} or newer`

/** A Python says its version, where it is, and whether it can make environments. */
const question =
  'import sys; print(sys.version.split()[0], sys.executable, sep="\\n"); import venv, ensurepip; print("able")'

/**
 * Resolves to the path of a Python that can make environments: the one that CONFORMANCE_PYTHON names, or else `python3`
 * or `python`. Rejects with a `JudgeFailure` that says what to install when there is none.
 */
export async function findPython(named: string | undefined, signal: AbortSignal): Promise<string> {
  const problems: string[] = []
  for (const command of named === undefined ? ['python3', 'python'] : [named]) {
    // Warnings go to standard error. What can't be run, or is no Python, says nothing of this.
    const { stdout } = await runInGroup({ command, args: ['-c', question], signal })
    const [version = '', executable = '', able] = stdout.split('\n')
    if (!/^\d+\.\d+\./.test(version)) continue
    const problem = findProblem(version, able)
    if (problem === undefined) return executable
    problems.push(`${command} is Python ${version}${problem}`)
  }
  throw new JudgeFailure(problems[0] ?? explainAbsence(named))
}

const explainAbsence = (named: string | undefined): string =>
  named === undefined
    ? `Python is missing: there is no python3 and no python on the PATH. ${needed}: install one, or name it with CONFORMANCE_PYTHON.`
    : `CONFORMANCE_PYTHON names ${named}, which is no Python that can be run. ${needed}: name one.`

function findProblem(version: string, able: string | undefined): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    return `; ${needed}. Install one, or name it with CONFORMANCE_PYTHON.`
  return able === 'able'
    ? undefined
    : ' without the modules venv and ensurepip, which make environments. On Debian and Ubuntu they are the package python3-venv: apt-get install python3-venv.'
}
