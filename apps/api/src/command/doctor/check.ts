/** The result of one of doctor's checks. */

/** One line of doctor's report. A failed check says what it means and what to do; a skipped one says why. */
export interface Check {
  readonly check: string
  readonly state: 'ok' | 'failed' | 'skipped'
  readonly detail: string
}

export const passed = (check: string, detail: string): Check => ({ check, state: 'ok', detail })
export const failed = (check: string, detail: string): Check => ({ check, state: 'failed', detail })
export const skipped = (check: string, detail: string): Check => ({ check, state: 'skipped', detail })
