/** How grave the changes of the contract are, taken together, and whether its version is high enough for them. */
import semver from 'semver'
import { byGravity, type Change, gravest, type Level } from './diff/change.ts'
import { toPointer } from './document/json.ts'
import type { Base } from './versions/base.ts'
import { type Planned, raise } from './versions/pending.ts'

export interface Verdict {
  /** For a person: the changes, the gravest first, then a sentence for each version that is too low. */
  readonly text: string
  readonly isHighEnough: boolean
}

/** `version` is that of the document as it stands. A version higher than needed is fine. */
export function giveVerdict(
  { name, version: before }: Base,
  changes: readonly Change[],
  planned: Planned,
  version: string,
): Verdict {
  const level = gravest(changes.map((change) => change.level))
  const needed = level === null ? before : raise(before, level)
  const faults = [
    ...(isAtLeast(planned.next, needed) ? [] : [describePackage(planned, needed, level)]),
    // A text alone needs no new version in the document, because every reader of the version would have to follow.
    ...(level === null || level === 'patch' || isAtLeast(version, needed)
      ? []
      : [`info.version of the document is ${version} and has to be ${needed} at least.`]),
  ]
  const texts = changes.filter(({ isText }) => isText).length
  const lines = [
    `Compared with ${name}, version ${before}: ${level ?? 'nothing has changed'}.`,
    ...byGravity.flatMap((one) =>
      changes.filter((change) => change.level === one).map((change) => describe(change)),
    ),
    ...(texts === 0
      ? []
      : [
          `\n${texts} of these are texts: only a reader can tell whether they promise something else, so that more than ${level} is due.`,
        ]),
    '',
    ...(faults.length === 0
      ? [`The version is high enough: it is ${planned.next}, and ${needed} is needed.`]
      : faults),
    '',
  ]
  return { text: lines.join('\n'), isHighEnough: faults.length === 0 }
}

/** A release candidate counts as its version. */
const isAtLeast = (version: string, needed: string): boolean => {
  const parsed = semver.parse(version)
  return parsed !== null && semver.gte(`${parsed.major}.${parsed.minor}.${parsed.patch}`, needed)
}

function describePackage({ version, pending, next }: Planned, needed: string, level: Level | null): string {
  if (level === null) return `The package has the version ${version}, which is older than ${needed}.`
  const has = pending === null ? version : `${version}, ${next} after the pending ${pending} change`
  return `The package has the version ${has}, and needs ${needed} at least: \`pnpm change --bump ${level} --summary "…" @plant-store/contracts\`.`
}

function describe({ level, breaks, says, spot: { document, steps } }: Change): string {
  const place = `${level}  ${document.name}:${document.lineOf(steps)}  ${toPointer(steps)}`
  return `\n${place}\n       ${says}${breaks.map((whom) => reasons[whom]).join('')}`
}

const reasons = {
  consumers: ' Breaks consumers: a client of the old contract may fail with a service of the new one.',
  implementers: ' Breaks implementers: a client of the new contract may fail with a service of the old one.',
} as const
