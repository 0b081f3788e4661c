/** What the changes of the contract are, taken together, and whether its version says so. */
import semver from 'semver'
import { type Change, highest, type Level } from './diff/change.ts'
import type { Base } from './versions/base.ts'
import { type Planned, raise } from './versions/pending.ts'

export interface Verdict {
  readonly base: Base
  readonly changes: readonly Change[]
  /** Undefined where nothing changed. */
  readonly level: Level | undefined
  /** The least version that says so. */
  readonly needed: string
  readonly planned: Planned
  /** `info.version` of the document now. */
  readonly documentVersion: string
  /** What does not say so, in sentences; empty where all does. */
  readonly faults: readonly string[]
}

/** `documentVersion` is that of the document as it stands. A version that says more than is needed is fine. */
export function judge(
  base: Base,
  changes: readonly Change[],
  planned: Planned,
  documentVersion: string,
): Verdict {
  const level = highest(changes.map((change) => change.level))
  const needed = level === undefined ? base.version : raise(base.version, level)
  const faults = [
    ...(says(planned.next, needed) ? [] : [tellPackage(planned, needed, level)]),
    // A text alone needs no new number in the document, where all that read it would have to follow.
    ...(level === undefined || level === 'patch' || says(documentVersion, needed)
      ? []
      : [`info.version of the document is ${documentVersion} and has to be ${needed} at least.`]),
  ]
  return { base, changes, level, needed, planned, documentVersion, faults }
}

/** A release candidate of a version says what the version says. */
const says = (version: string, needed: string): boolean => {
  const parsed = semver.parse(version)
  return parsed !== null && semver.gte(`${parsed.major}.${parsed.minor}.${parsed.patch}`, needed)
}

function tellPackage({ version, intent, next }: Planned, needed: string, level: Level | undefined): string {
  if (level === undefined) return `The package has the version ${version}, which is older than ${needed}.`
  const has = intent === undefined ? version : `${version}, ${next} after the pending ${intent} change`
  return `The package has the version ${has}, and needs ${needed} at least: \`pnpm change --bump ${level} --summary "…" @plant-store/contracts\`.`
}
