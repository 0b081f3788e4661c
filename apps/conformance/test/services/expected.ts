/** What the harness is due to say of the services of `services/`: the table beside each, and what came. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** By what a service is judged: the given contract alone, or the whole. */
export const modes = ['given', 'whole'] as const
export type Mode = (typeof modes)[number]

/** The words of the command for it. */
export const wordsOf = (mode: Mode): readonly string[] => (mode === 'given' ? ['--only', 'given'] : [])

/** What is due. */
export interface Expected {
  readonly exit: number
  /** The rules that are broken. */
  readonly broken: readonly string[]
  /** Those that may be broken besides, by requests in which several causes come together. */
  readonly follows: readonly string[]
}

/** A part of `expected.yaml`: what is wrong with the service, cause by cause; nothing where it is right. */
interface Table {
  readonly exit: number
  readonly causes?: readonly { readonly because: string; readonly breaks: readonly string[] }[]
  readonly follows?: readonly string[]
}

/** What `services/NAME/expected.yaml` says. */
export async function readExpected(name: string, mode: Mode): Promise<Expected> {
  const file = new URL(`../../services/${name}/expected.yaml`, import.meta.url)
  const tables = parse(await readFile(file, 'utf8')) as Readonly<Record<Mode, Table>>
  const { exit, causes = [], follows = [] } = tables[mode]
  return { exit, broken: sorted(causes.flatMap(({ breaks }) => breaks)), follows }
}

/** How the command ended, run with `--json`. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What came of a run. */
export interface Outcome {
  readonly exit: number | null
  readonly broken: readonly string[]
  /** The failures that name such a rule, as the report has them. */
  readonly failuresOf: (isWanted: (rule: string) => boolean) => readonly string[]
  /** What the judges did not come to, and why they could not judge. */
  readonly notReached: readonly string[]
}

/** What the report says, and the exit code. */
export function outcomeOf({ code, stdout, stderr }: Ended): Outcome {
  if (stdout === '') throw new Error(`There is no report: ${stderr}`)
  const { failures, judges } = JSON.parse(stdout) as {
    readonly failures: readonly { readonly rules: readonly string[] }[]
    readonly judges: readonly { readonly notReached: readonly string[]; readonly failure?: string }[]
  }
  return {
    exit: code,
    broken: sorted(failures.flatMap(({ rules }) => rules)),
    failuresOf: (isWanted) =>
      failures.filter(({ rules }) => rules.some((rule) => isWanted(rule))).map((one) => JSON.stringify(one)),
    notReached: judges.flatMap(({ notReached, failure }) => notReached.concat(failure ?? [])),
  }
}

const sorted = (rules: readonly string[]): readonly string[] => [...new Set(rules)].toSorted()
