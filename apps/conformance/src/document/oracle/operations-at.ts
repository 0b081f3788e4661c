/** The operations at a path: where several templates match, the one with the fewest variables (OpenAPI 3.1, 4.8.8). */
import type { AnyContract, AnyOperation } from '../model.ts'
import { matchPath } from '../values/read-parameter.ts'

const variablesOf = (path: string): number => path.split('{').length - 1

export function operationsAt({ operations }: AnyContract, path: string): readonly AnyOperation[] {
  const fitting = operations.filter((one) => matchPath(one.path, path) !== undefined)
  const least = Math.min(...fitting.map((one) => variablesOf(one.path)))
  return fitting.filter((one) => variablesOf(one.path) === least)
}
