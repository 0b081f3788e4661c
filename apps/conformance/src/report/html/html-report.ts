/** The report of a check as a page. */
import type { Contract } from '../../contract/contract-lines.ts'
import { headingOf, type Verdict } from '../../court/verdict.ts'
import { failuresSection } from './failures-section.ts'
import { writePage } from './page.ts'
import { rulesSection } from './rules-section.ts'
import { runSection } from './run-section.ts'
import { verdictHeader } from './verdict-header.ts'

/** `report.html`. */
export function htmlReport(verdict: Verdict, contract: Contract): string {
  return writePage({
    title: `${headingOf(verdict)} · ${verdict.subject.url}`,
    header: verdictHeader(verdict),
    content: [failuresSection(verdict, contract), rulesSection(verdict), runSection(verdict)],
  })
}
