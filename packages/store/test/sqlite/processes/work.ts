/** What the process that is killed works on. */
export type Work = 'import' | 'grant' | 'backup' | 'restore'

/** How many plants one import has. */
export const batch = 1000
