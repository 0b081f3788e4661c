/** What the harness must report about the services of `services/`, by the table beside each, and what it did report. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** What a service is judged by: the given contract alone, or the whole one. */
export const modes = ['given', 'whole'] as const
export type Mode = (typeof modes)[number]

/** The arguments of the command for this mode. */
export const wordsOf = (mode: Mode): readonly string[] => (mode === 'given' ? ['--only', 'given'] : [])

/** The expected outcome. */
export interface Expected {
  readonly exit: number
  /** The rules that the service breaks. */
  readonly broken: readonly string[]
  /** Further rules that it may break, by requests that combine several causes. */
  readonly follows: readonly string[]
}

/** A part of `expected.yaml`: what is wrong with the service, cause by cause; empty where nothing is. */
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

/** How the command ended when run with `--json`. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The outcome of a run. */
export interface Outcome {
  readonly exit: number | null
  readonly broken: readonly string[]
  /** The failures that name a wanted rule, as in the report. */
  readonly failuresOf: (isWanted: (rule: string) => boolean) => readonly string[]
  /** What the judges did not get to, and why they could not judge. */
  readonly notReached: readonly string[]
}

/** The outcome from the report and the exit code. Throws when there is no report. */
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
