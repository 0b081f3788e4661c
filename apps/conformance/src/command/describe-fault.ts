/** A fault of the harness itself, in words; imports no package, since one may be missing. */

/** The fault is shown with its stack: somebody has to find it. */
export function describeFault(fault: unknown): string {
  if (fault instanceof Error && 'code' in fault && fault.code === 'ERR_MODULE_NOT_FOUND') {
    return `A part of the harness is missing, which says nothing about the service. Try: pnpm install\n${fault.message}`
  }
  const detail = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  return `This is a fault of the harness, not of the service. Please report it with these lines:\n${detail}`
}

/** What is written to standard error about a failure; as JSON if that was asked for. */
export const toLines = (message: string, isJson: boolean): string =>
  `${isJson ? JSON.stringify({ error: { message } }) : message}\n`
