/** Finds the Python that schemathesis is to run on. */
import { JudgeFailure } from '../court/judge.ts'
import { runInGroup } from './run-in-group.ts'

const oldest = [3, 11] as const
const needed = `schemathesis needs Python ${oldest.join('.')} or newer`

/** What a Python says about itself. */
interface Python {
  readonly executable: string
  readonly version: readonly [major: number, minor: number, patch: number]
  readonly canMakeEnvironments: boolean
}

const question = `
import importlib.util, json, sys
print(json.dumps({
  "executable": sys.executable,
  "version": sys.version_info[:3],
  "canMakeEnvironments": all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")),
}))`

/**
 * Resolves to the path of a Python that can make environments: the one that CONFORMANCE_PYTHON names, or else `python3`
 * or `python`. Rejects with a `JudgeFailure` that says what to install when there is none.
 */
export async function findPython(named: string | undefined, signal: AbortSignal): Promise<string> {
  const problems: string[] = []
  for (const command of named === undefined ? ['python3', 'python'] : [named]) {
    const python = await askPython(command, signal)
    const problem = python && findProblem(command, python)
    if (python !== undefined && problem === undefined) return python.executable
    problems.push(...(problem === undefined ? [] : [problem]))
  }
  throw new JudgeFailure(problems[0] ?? explainAbsence(named))
}

function explainAbsence(named: string | undefined): string {
  return named === undefined
    ? `Python is missing: there is no python3 and no python on the PATH. ${needed}: install one, or name it with CONFORMANCE_PYTHON.`
    : `CONFORMANCE_PYTHON names ${named}, which is no Python that can be run. ${needed}: name one.`
}

/** Undefined when there is no such program, or it is not a Python. */
async function askPython(command: string, signal: AbortSignal): Promise<Python | undefined> {
  try {
    // Python's warnings go to standard error.
    const { code, stdout } = await runInGroup({ command, args: ['-c', question], signal })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program above prints this
    return code === 0 ? (JSON.parse(stdout) as Python) : undefined
  } catch {
    // Not a Python: it printed something else.
    return undefined
  }
}

function findProblem(command: string, { version, canMakeEnvironments }: Python): string | undefined {
  const [major, minor] = version
  const name = `${command} is Python ${version.join('.')}`
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return `${name}; ${needed}. Install one, or name it with CONFORMANCE_PYTHON.`
  }
  return canMakeEnvironments
    ? undefined
    : `${name} without the modules venv and ensurepip, which make environments. On Debian and Ubuntu they are the package python3-venv: apt-get install python3-venv.`
}
