/** A verdict for people and for programs. */
import { toPointer } from './document/json.ts'
import type { Change } from './diff/change.ts'
import type { Verdict } from './verdict.ts'

const byLevel = ['major', 'minor', 'patch'] as const

/** Sentences, the gravest changes first. */
export function describeVerdict(verdict: Verdict): string {
  const { base, changes, level, needed, planned, faults } = verdict
  const texts = changes.filter(({ isText }) => isText).length
  return [
    `Compared with ${base.name}, version ${base.version}: ${level ?? 'nothing has changed'}.`,
    ...byLevel.flatMap((one) =>
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
  ].join('\n')
}

function describe({ level, breaks, says, why, spot, isText }: Change): string {
  const whom = breaks.length === 0 ? '' : ` Breaks ${breaks.join(' and ')}.`
  return [
    `\n${level}  ${spot.document.name}:${spot.document.lineOf(spot.steps)}  ${toPointer(spot.steps)}`,
    // What to do about texts is said once, for all of them.
    isText ? `       ${says}` : `       ${says}${whom} ${why}`,
  ].join('\n')
}

/** The same as JSON, in the form that README.md describes. */
export function verdictToJson({
  base,
  changes,
  level,
  needed,
  planned,
  documentVersion,
  faults,
}: Verdict): unknown {
  return {
    base: { name: base.name, version: base.version },
    package: { version: planned.version, pending: planned.intent ?? null, next: planned.next },
    document: { version: documentVersion },
    level: level ?? null,
    needed,
    ok: faults.length === 0,
    faults,
    changes: changes.map(({ level: of, breaks, says, why, spot, isText }) => ({
      level: of,
      breaks,
      says,
      why,
      isText: isText === true,
      document: spot.document.name,
      pointer: toPointer(spot.steps),
      line: spot.document.lineOf(spot.steps),
    })),
  }
}
