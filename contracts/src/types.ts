/** The contract's data as plain types: importing them costs nothing. The tests prove them equal to the schemas. */

/** `#/components/schemas/Plant` of openapi.yaml. `tag` is absent if the plant has none: never null, never empty. */
export interface Plant {
  name: string
  tag?: string
}

/** `#/components/schemas/Plants` of openapi.yaml, in the order in which the plants were added. */
export type Plants = Plant[]

/** `#/components/schemas/Error` of openapi.yaml; named so that it doesn't shadow JavaScript's own `Error`. */
export interface PlantStoreError {
  /** The number of the cause; `errorCatalogue` has them all. Switch on it, never on the message. */
  error: number
  /** For people. */
  message: string
}

/** The query of `listPlants`. */
export interface ListPlantsQuery {
  /** How many plants to list at most, from 0 to 2147483647; all of them if it is omitted. */
  limit?: number
}
