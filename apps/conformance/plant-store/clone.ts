/**
 * What only a clone of this repository has: its service, and Prism, which is larger than all the rest and needs a newer
 * Node. In the package, `without-own.ts` takes the place of this file, by the `imports` of package.json.
 */
const parts = {
  ownService: () => import('./own-service.ts'),
  mock: () => import('./prism/mock.ts'),
  prism: () => import('./prism/checker.ts'),
}

export const clone: typeof parts | undefined = parts
