import type { Steps } from '@carebench/protocol'
import { regradeInSteps, type Verification, verifierVersion } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { verify } from './verify.js'

/** A verification that has been made before. */
// biome-ignore lint/correctness/useYield: nothing is left to do
function* known(verification: Verification): Steps<Verification> {
  return verification
}

it('compares results with long evidence in steps', () => {
  const evidence = { version: 1 as const, faxes: [], initial: { faxes: [] } }
  const criteria = [{ label: 'A fax is sent', assertion: { assert: 'fax-sent' } }]
  const after = verify({ criteria, evidence })
  const long = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`text ${at}`, 'x'.repeat(3000)]))
  const runs = after.criterion_runs.map((run) => ({ ...run, evidence: { ...run.evidence, ...long } }))
  const record = { engine: { verifier: verifierVersion }, criteria, options: {}, evidence }
  const verifier = { verifyInSteps: () => known(after) }
  const steps = regradeInSteps({ ...record, result: { ...after, criterion_runs: runs } }, { verifier })
  let count = 0
  let next = steps.next()
  for (; next.done !== true; next = steps.next()) count++
  expect(next.value.changes.map(({ label }) => label)).toEqual(['A fax is sent'])
  expect(count).toBeGreaterThan(20)
})
