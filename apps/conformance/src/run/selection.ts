/** What a check is limited to: operations by id or by method and path, rules by id, layers. */
import leven from 'leven'
import { InputError } from '../input-error.ts'
import type { Rule } from '../rules/rules.ts'
import type { Basis, Declared } from './basis.ts'

/** What is left of a check, and what is not. */
export interface Selection {
  readonly operations: readonly Declared[]
  /** The ids of rules that don't count. */
  readonly ignored: ReadonlySet<string>
  /** One sentence for the operations, one for the rules. */
  readonly leftOut: readonly string[]
  /** The ids of operations that are not asked for anything. */
  readonly notAsked: readonly string[]
}

/** Whether the text is of the pattern, in which a star stands for any text. */
export function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}

/** The names of an operation, such as `listPets` and `GET /pets`. */
export const namesOf = ({ id, method, path }: Declared): readonly string[] => [id, `${method} ${path}`]

const namesOfRule = ({ id, layer }: Rule): readonly string[] => [id, `layer:${layer}`]

/** Up to three of the names that are nearest to what was given, as the end of a sentence. */
export function nearest(given: string, names: readonly string[]): string {
  const near = [...new Set(names)]
    .map((name) => [leven(given.toLowerCase(), name.toLowerCase()), name] as const)
    .filter(([distance, name]) => distance <= Math.max(given.length, name.length) / 2)
    .toSorted(([one], [other]) => one - other)
    .slice(0, 3)
    .map(([, name]) => name)
  return near.length === 0 ? '' : ` Did you mean ${near.join(', or ')}?`
}

type Patterns = readonly string[] | undefined

/** Patterns of one kind add up, two kinds limit each other. Throws an `InputError` for one that names nothing. */
export function select(
  { rules, operations }: Pick<Basis, 'rules' | 'operations'>,
  { include = [], exclude = [] }: { readonly include?: Patterns; readonly exclude?: Patterns },
): Selection {
  const names = [...operations.flatMap((one) => namesOf(one)), ...rules.flatMap((one) => namesOfRule(one))]
  for (const [option, patterns] of Object.entries({ include, exclude }))
    for (const pattern of patterns)
      if (!names.some((name) => isLike(pattern, name)))
        throw new InputError(
          `--${option} ${JSON.stringify(pattern)} names no operation, no rule and no layer.${nearest(pattern, names)} "conformance rules" lists all rules.`,
        )
  const keep = <One>(all: readonly One[], namesFor: (one: One) => readonly string[]): readonly One[] => {
    const isNamed = (one: One, patterns: readonly string[]): boolean =>
      patterns.some((pattern) => namesFor(one).some((name) => isLike(pattern, name)))
    const isLimited = all.some((one) => isNamed(one, include))
    return all.filter((one) => (!isLimited || isNamed(one, include)) && !isNamed(one, exclude))
  }
  const kept = keep(operations, namesOf)
  const notAsked = operations.filter((one) => !kept.includes(one)).map(({ id }) => id)
  const counted = keep(rules, namesOfRule).filter(
    ({ id, operation }) => !notAsked.some((one) => one === operation || id.startsWith(`${one}:`)),
  )
  if (kept.length === 0 || counted.length === 0)
    throw new InputError('--include and --exclude leave nothing to check.')
  const ignored = new Set(rules.map(({ id }) => id)).difference(new Set(counted.map(({ id }) => id)))
  return {
    operations: kept,
    ignored,
    notAsked,
    leftOut: [
      ...(notAsked.length === 0 ? [] : [`Operations left out: ${notAsked.join(', ')}.`]),
      ...(ignored.size === 0 ? [] : [`Rules left out, ${ignored.size}: ${[...ignored].join(', ')}.`]),
    ],
  }
}
