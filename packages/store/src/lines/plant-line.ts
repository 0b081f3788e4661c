/** A line of a file of plants: `{ "name": …, "tag": …, "key": … }`, of which only the name is required. */
import { nameProblem, plantTextProblem } from '../text-rules.ts'
import { type LineFormat, readMembers, readOptionalText, readText } from './read-members.ts'

export const plantLine: LineFormat = { members: ['name', 'tag', 'key'], requires: [['name']] }

interface PlantLine {
  readonly name: string
  readonly tag: string | undefined
  readonly key: string | undefined
}

/** Throws `invalid` for a line that is not a plant. */
export function readPlantLine(value: unknown): PlantLine {
  const members = readMembers(value, plantLine)
  return {
    name: readText(members, 'name', plantTextProblem),
    tag: readOptionalText(members, 'tag', plantTextProblem),
    key: readOptionalText(members, 'key', nameProblem),
  }
}
