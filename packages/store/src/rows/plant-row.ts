/** A plant as the tables have it. */
import type { PlantRecord } from '../store.ts'

/** A plant as the operator sees it. */
export type PlantRow = [id: number, key: string | null, name: string, tag: string | null]
/** A grant to a user or group. */
export type GrantRow = [subjectId: number, subject: string, ...PlantRow]

/** A plant as it is shown. */
export function toRecord([id, key, name, tag]: PlantRow): PlantRecord {
  return { id, name, ...(tag !== null && { tag }), ...(key !== null && { key }) }
}
