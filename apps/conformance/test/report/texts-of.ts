/** Every report, as text. */
import { stripVTControlCharacters } from 'node:util'
import { describeVerdict, markdownSummary } from '../../src/report/describe-verdict.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import { jsonReport } from '../../src/report/json-report.ts'
import { junitReport } from '../../src/report/junit-report.ts'
import type { Verdict } from '../../src/run/verdict.ts'

export const textsOf = (verdict: Verdict): Readonly<Record<string, string>> => ({
  html: htmlReport(verdict),
  markdown: markdownSummary(verdict),
  terminal: stripVTControlCharacters(describeVerdict(verdict, process.stdout)),
  json: jsonReport(verdict),
  junit: junitReport(verdict),
})
