/** How grave the changes of the contract are, taken together, and whether its version is high enough for them. */
import semver from 'semver'
import { type Change, highest, type Level } from './diff/change.ts'
import type { Base } from './versions/find-base.ts'
import { type Planned, raise } from './versions/pending.ts'

export interface Verdict {
  readonly base: Base
  readonly changes: readonly Change[]
  /** Undefined if nothing changed. */
  readonly level: Level | undefined
  /** The lowest version that is high enough. */
  readonly needed: string
  readonly planned: Planned
  /** `info.version` of the document now. */
  readonly documentVersion: string
  /** A sentence for each version that is too low; empty if none is. */
  readonly faults: readonly string[]
}

/** `documentVersion` is that of the document as it stands. A version higher than needed is fine. */
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
    // A text alone needs no new version in the document, because every reader of the version would have to follow.
    ...(level === undefined || level === 'patch' || says(documentVersion, needed)
      ? []
      : [`info.version of the document is ${documentVersion} and has to be ${needed} at least.`]),
  ]
  return { base, changes, level, needed, planned, documentVersion, faults }
}

/** A release candidate counts as its version. */
const says = (version: string, needed: string): boolean => {
  const parsed = semver.parse(version)
  return parsed !== null && semver.gte(`${parsed.major}.${parsed.minor}.${parsed.patch}`, needed)
}

function tellPackage({ version, intent, next }: Planned, needed: string, level: Level | undefined): string {
  if (level === undefined) return `The package has the version ${version}, which is older than ${needed}.`
  const has = intent === undefined ? version : `${version}, ${next} after the pending ${intent} change`
  return `The package has the version ${has}, and needs ${needed} at least: \`pnpm change --bump ${level} --summary "…" @plant-store/contracts\`.`
}
