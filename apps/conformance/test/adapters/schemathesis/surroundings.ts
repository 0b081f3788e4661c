/** What this process has around it, changed while some work is done, and restored afterwards. */

/** Environment variables. */
export async function withVariables<Result>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    process.env = before
  }
}
