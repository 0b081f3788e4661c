/** Rules that are broken because others are. */
import type { Symptom } from './symptoms.ts'

/** For a rule, the other rules whose breach also breaks it, in other answers. */
export const followers: ReadonlyMap<string, readonly string[]> = new Map([
  ['answers-every-request', ['answers-are-well-framed']],
  ['answers-not-shared', ['sees-own-plants-only', 'lists-all-plants', 'modified-200']],
  ['challenge-names-refusal', ['challenge-is-bearer', 'token-nowhere-else', 'token-required']],
  [
    'first-fault-decides',
    [
      'authorization-once',
      'malformed-credential-refused',
      'no-other-path',
      'no-token-401',
      'other-methods-405',
      'refused-token-401',
      'retired-token-refused',
      'token-not-in-query',
      'token-required',
      'unknown-token-refused',
    ],
  ],
  ['limit-caps-the-list', ['limit-is-a-number', 'lists-all-plants', 'sees-own-plants-only']],
  ['limit-zero', ['limit-caps-the-list']],
  ['list-is-array', ['payload-is-json']],
  ['lists-all-plants', ['sees-own-plants-only']],
  ['limit-takes-the-first', ['sees-own-plants-only', 'lists-all-plants', 'order-as-added']],
  [
    'no-limit-of-its-own',
    ['sees-own-plants-only', 'lists-all-plants', 'limit-takes-the-first', 'limit-caps-the-list'],
  ],
  ['not-modified-same-fields', ['answers-not-shared']],
  ['payload-is-json', ['answers-are-well-framed']],
  ['plant-tag-is-text', ['plant-name-is-text']],
  ['request-id-kept', ['request-id-sent']],
  ['request-id-sent', ['request-id-form']],
  ['sees-own-plants-only', ['unknown-token-refused']],
  ['spaces-before-token', ['scheme-in-any-case']],
])

/** A caller gets what is not theirs: that is never told as a part of something else. */
export const accessBreach = {
  cause: 'sees-own-plants-only',
  headline: 'A caller gets plants that only others have access to.',
} as const

/** Adds each symptom to the one that it follows from, if there is one. */
export function joinFollowers(told: readonly Symptom[]): readonly Symptom[] {
  const leaderOf = (symptom: Symptom, passed: readonly Symptom[] = []): Symptom => {
    const leaders = followers.get(symptom.cause ?? '') ?? []
    const leader = told.find(
      (other) =>
        other !== symptom &&
        symptom.cause !== accessBreach.cause &&
        !passed.includes(other) &&
        other.findings.some(({ rule }) => leaders.includes(rule)),
    )
    return leader === undefined ? symptom : leaderOf(leader, [...passed, symptom])
  }
  return [...Map.groupBy(told, (symptom) => leaderOf(symptom))].map(([{ headline, cause }, some]) => ({
    headline,
    cause,
    findings: some.flatMap(({ findings }) => findings),
  }))
}
