/** Rules that are broken because others are. */
import { rules } from '../rules/rules.ts'

/** A caller gets what is not theirs: that is never told as a part of something else. */
export const accessRule = 'sees-own-plants-only'

/** For a rule, the others whose breach also breaks it, in other responses. Never a circle. */
export const impliedBy: Readonly<Record<string, readonly string[]>> = {
  'allow-names-methods': ['head-as-get'],
  'answers-not-shared': ['sees-own-plants-only', 'lists-all-plants', 'modified-200'],
  'challenge-names-refusal': ['challenge-is-bearer', 'token-nowhere-else', 'token-required'],
  'etag-names-the-list': ['equal-requests-equal-answers'],
  'equal-requests-equal-answers': ['sees-own-plants-only'],
  'first-fault-decides': [
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
  'limit-caps-the-list': ['limit-is-a-number', 'lists-all-plants', 'sees-own-plants-only'],
  'limit-takes-the-first': ['sees-own-plants-only', 'lists-all-plants', 'order-as-added'],
  'limit-zero': ['limit-caps-the-list'],
  'list-is-array': ['payload-is-json'],
  'lists-all-plants': ['sees-own-plants-only'],
  'no-limit-of-its-own': [
    'sees-own-plants-only',
    'lists-all-plants',
    'limit-takes-the-first',
    'limit-caps-the-list',
  ],
  'not-modified-304': ['equal-requests-equal-answers'],
  'not-modified-same-fields': ['answers-not-shared'],
  'payload-is-json': ['answers-are-well-framed'],
  'plant-tag-is-text': ['plant-name-is-text'],
  'request-id-kept': ['request-id-sent'],
  'request-id-sent': ['request-id-form'],
  'spaces-before-token': ['scheme-in-any-case'],
}

/** Rules that say in general what others say in particular: if the same response breaks another, that is the cause. */
export const general: ReadonlySet<string> = new Set([
  'answers-right-requests',
  'declared-headers-sent',
  'every-refusal-has-error-body',
  'list-is-array',
  'lists-all-plants',
  'no-extra-members',
  'payload-is-json',
])

/** Rules that compare two responses: if a request of the same kind breaks a rule about one response, that is the cause. */
export const comparisons: ReadonlySet<string> = new Set([
  'answers-not-shared',
  'equal-requests-equal-answers',
  'etag-names-the-list',
  'head-as-get',
  'modified-200',
  'not-modified-304',
  'not-modified-same-fields',
  'one-number-per-cause',
  'same-refusal-for-every-reason',
])

/** Rules about the body of a refusal. */
export const ofErrorBodies: ReadonlySet<string> = new Set([
  ...rules.filter(({ pointer }) => pointer.startsWith('/components/schemas/Error/')).map(({ id }) => id),
  'error-content-type',
  'every-refusal-has-error-body',
  'no-extra-members',
  'payload-is-json',
])
