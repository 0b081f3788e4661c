/** Redocly's `recommended-strict`, in which every warning is an error. */
import { createRequire } from 'node:module'
import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import process from 'node:process'
import { toSteps } from '../document/json.ts'
import type { Finding } from './lint.ts'

const { resolve } = createRequire(import.meta.url)
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

interface Report {
  readonly problems: readonly {
    readonly ruleId: string
    readonly message: string
    readonly location: readonly { readonly pointer?: string }[]
  }[]
}

/** What Redocly objects to in the file. */
export async function askRedocly(file: string): Promise<readonly Finding[]> {
  const { problems } = await report(file)
  return problems.map(({ ruleId, message, location }) => ({
    linter: 'redocly',
    rule: ruleId,
    message,
    steps: toSteps(location[0]?.pointer?.replace(/^#/, '') ?? ''),
  }))
}

const report = (file: string): Promise<Report> =>
  new Promise((settle, fail) => {
    const args = [
      resolve('@redocly/cli/bin/cli.js'),
      'lint',
      file,
      '--extends=recommended-strict',
      '--format=json',
    ]
    const options = { cwd: dirname(file), env: { ...process.env, ...offline } }
    // Redocly exits with 1 if it objects; its output is the answer.
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form that Redocly documents
        settle(JSON.parse(stdout) as Report)
      } catch {
        fail(new Error(`Redocly did not answer: ${stderr}`, { cause: error }))
      }
    })
  })
