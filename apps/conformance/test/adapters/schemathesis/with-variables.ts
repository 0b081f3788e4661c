/** Environment variables that are set for a while. */

/** Runs the work with these variables in this process's environment, and restores it afterwards. */
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
