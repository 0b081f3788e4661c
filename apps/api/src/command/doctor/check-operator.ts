/** Is the service ready, and does it keep the same contract as this program? */
import { contractVersion } from '@plant-store/contracts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ask, explainSilence } from './ask.ts'
import { type Check, failed, passed, skipped } from './check.ts'

export async function* checkOperator(operatorUrl: string): AsyncGenerator<Check> {
  const readiness = await ask(`${operatorUrl}/readyz`)
  if ('silence' in readiness) {
    const advice =
      'It is on loopback unless told otherwise: run doctor on that machine, or name it with --operator-url.'
    yield failed('operator', explainSilence(operatorUrl, readiness.silence, advice))
    yield skipped('contract', "There is no operator's listener to ask.")
    return
  }
  yield readiness.status === 200
    ? passed('operator', `${operatorUrl} says that the service is ready.`)
    : failed('operator', `The service takes no requests now: ${operatorUrl}/readyz says ${readiness.text}`)
  yield await checkContract(operatorUrl)
}

async function checkContract(operatorUrl: string): Promise<Check> {
  const answer = await ask(`${operatorUrl}/openapi.yaml`)
  const ours = readFileSync(fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml')), 'utf8')
  if ('silence' in answer || answer.status !== 200) {
    return failed('contract', `${operatorUrl}/openapi.yaml does not answer: another program listens there.`)
  }
  if (answer.text === ours)
    return passed('contract', `The service keeps version ${contractVersion}, as this program.`)
  return failed(
    'contract',
    `The service keeps another contract (version ${versionOf(answer.text)}) than this program (version ${contractVersion}): restart it from this version.`,
  )
}

/** `info.version` of an OpenAPI document. */
function versionOf(document: string): string {
  return /^info:\n(?:[ #].*\n|\n)*? {2}version: *['"]?([^'"\s]+)/m.exec(document)?.[1] ?? 'unknown'
}
