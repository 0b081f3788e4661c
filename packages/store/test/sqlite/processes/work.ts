/** The kinds of work of the process that is killed. */
export type Work = 'import' | 'grant' | 'backup' | 'restore'

/** How many plants one import has. */
export const batch = 1000
