/** A verdict for people. */
import type { Verdict } from './verdict.ts'

const byLevel = ['major', 'minor', 'patch'] as const

/** Sentences, the gravest changes first. */
export function describeVerdict(verdict: Verdict): string {
  const { base, changes, level, needed, package: planned, faults } = verdict
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

function describe(change: Verdict['changes'][number]): string {
  const { level, breaks, says, why, isText, document, line, pointer } = change
  const whom = breaks.length === 0 ? '' : ` Breaks ${breaks.join(' and ')}.`
  return [
    `\n${level}  ${document}:${line}  ${pointer}`,
    // What to do about texts is said once, for all of them.
    isText ? `       ${says}` : `       ${says}${whom} ${why}`,
  ].join('\n')
}
