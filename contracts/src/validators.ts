/**
 * Checks of answers, compiled once. A subpath of its own, so that importing the schemas doesn't load the
 * compiler, which builds functions from text: not for pages whose policy forbids `eval`.
 */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Plant, Plants } from './plant.ts'
import { PlantStoreError } from './plant-store-error.ts'

const plant = TypeCompiler.Compile(Plant)
const plants = TypeCompiler.Compile(Plants)
const plantStoreError = TypeCompiler.Compile(PlantStoreError)

/** Whether the value is one plant. Members beyond the contract are allowed, as the contract allows them. */
export const isPlant = (value: unknown): value is Plant => plant.Check(value)

/** Whether the value is a list of plants: the body of a `200`. */
export const isPlants = (value: unknown): value is Plants => plants.Check(value)

/** Whether the value is an Error: the body of every refusal and failure. */
export const isPlantStoreError = (value: unknown): value is PlantStoreError => plantStoreError.Check(value)
