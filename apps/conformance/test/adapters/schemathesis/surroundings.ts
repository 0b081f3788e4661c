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

/** The current directory. */
export async function inDirectory<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.cwd()
  process.chdir(path)
  try {
    return await work()
  } finally {
    process.chdir(before)
  }
}
