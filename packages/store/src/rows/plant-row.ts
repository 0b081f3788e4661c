/** A plant as the tables have it. */
import type { PlantRecord } from '../store.ts'

/** A plant for the operator. */
export type PlantRow = [id: number, key: string | null, name: string, tag: string | null]
/** A grant to a user or group. */
export type GrantRow = [subjectId: number, subject: string, ...PlantRow]

/** Converts a row to the plant that is shown. */
export function toRecord([id, key, name, tag]: PlantRow): PlantRecord {
  return { id, name, ...(tag !== null && { tag }), ...(key !== null && { key }) }
}
