/**
 * The members that the contract gives a plant: columns of `plant` and `plant_access`, in this order. Both engines' SQL,
 * imports and lists are made from this file; a new member needs a migration for each engine besides.
 */
import type { Plant } from '@plant-store/contracts'
import type { PlantChange } from './store.ts'

/** A column of numbers or texts. Times are milliseconds since 1970; a missing value is null. */
export type ColumnKind = 'bigint' | 'text'

interface PlantMember {
  readonly kind: ColumnKind
  readonly isOptional: boolean
}

export const plantMembers: Readonly<Record<keyof Plant, PlantMember>> = {
  name: { kind: 'text', isOptional: false },
  tag: { kind: 'text', isOptional: true },
}

/** A plant of a list, as the database has it. */
export type ListedRow = readonly [id: number, name: string, tag: string | null]

/** The plant as it is sent. Written out, as what follows: lists of requests are made without a loop over members. */
export const toPlant = ([, name, tag]: ListedRow): Plant => (tag === null ? { name } : { name, tag })

export const toRow = (id: number, { name, tag }: Plant): ListedRow => [id, name, tag ?? null]

/** The row after a change. */
export const changeRow = ([id, name, tag]: ListedRow, to: PlantChange): ListedRow => [
  id,
  to.name ?? name,
  to.tag === undefined ? tag : to.tag,
]

/** The number of characters of a plant's texts. */
export const lengthOf = ({ name, tag = '' }: Plant): number => name.length + tag.length

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the table has the same keys
export const memberNames = Object.keys(plantMembers) as readonly (keyof Plant)[]

/** The optional members in words: `tag "tree"`, `without a tag`. */
export const describeMembers = (plant: Plant): string =>
  memberNames
    .filter((name) => plantMembers[name].isOptional)
    .map((name) =>
      plant[name] === undefined ? `without a ${name}` : `${name} ${JSON.stringify(plant[name])}`,
    )
    .join(', ')

/** The kinds of the members' columns. */
export const memberKinds = Object.fromEntries(memberNames.map((name) => [name, plantMembers[name].kind]))

const list = (write: (name: keyof Plant, at: number) => string): string =>
  memberNames.map((name, at) => write(name, at)).join(', ')

/** `name, tag`, or `p.name, p.tag`. */
export const memberColumns = (of?: string): string =>
  list((name) => (of === undefined ? name : `${of}.${name}`))

/** `$3, $4`. */
export const memberParameters = (first: number): string => list((_, at) => `$${first + at}`)

/** The members as texts that can be compared; '' stands for a missing value. */
export const memberTexts = list((name) =>
  plantMembers[name].isOptional ? `coalesce(cast(${name} as text), '') as ${name}` : name,
)

/** The columns' definitions, for a temporary table. */
export const memberDefinitions = (typeOf: (kind: ColumnKind) => string): string =>
  list(
    (name) => `${name} ${typeOf(plantMembers[name].kind)}${plantMembers[name].isOptional ? '' : ' not null'}`,
  )
