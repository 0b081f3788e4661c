/** Shell lines for what shows only now and then, or only with many requests at once. */

/** A line that runs lines over and over, many at a time, and counts how often each response comes. */
export function repeatedly(...lines: readonly string[]): string {
  const count = Math.ceil(200 / lines.length)
  const together = Math.ceil(20 / lines.length)
  const runs = lines.map((line) => `echo "$(${toBody(line)})" &`).join(' ')
  return `(for i in {1..${count}}; do ${runs} ((i % ${together})) || wait; done; wait) | sort | uniq -c`
}

/** Only what repeats can be counted: the body, and the status where curl prints it. */
function toBody(line: string): string {
  const body = line.replace(/^curl -si/, "curl -s -w ' %{http_code}'")
  return body === line ? `${line} | tail -n 1` : body
}
