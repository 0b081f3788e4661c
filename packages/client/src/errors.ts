/** The causes of refusals, each an export of its own: `import * as errors` costs a page only those that it names. */
export * from '@plant-store/contracts/errors'
