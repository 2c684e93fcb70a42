import type { JsonObject, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { expect } from 'vitest'
import { pasBundle, pasClaim, pasItem, pasParties } from '../../testing/pas-bundle.js'
import { simulatorContract } from '../../testing/simulator-contract.js'
import { payerSimulator } from '../behaviour.js'
import type { PayerConfig } from '../config.js'
import type { PayerState } from '../state.js'
import { electronicNoise } from './noise.js'

/** Every call of the noise, and requests of several Claims. */
const samples: readonly SimulatorCall[] = (() => {
  const made: SimulatorCall[] = []
  const script = electronicNoise()
  const answer = { status: 200, headers: {}, body: { json: { id: 'SUB-0001' } } }
  for (let next = script.next(answer); next.done !== true; next = script.next(answer)) made.push(next.value.call)
  return made
})()

const related = [{ claim: { reference: 'Claim/c1' }, relationship: { coding: [{ code: 'prior' }] } }]
const first = pasClaim('c1', [pasItem(1, '99213'), pasItem(2, '72148')])

function posting(path: string, json: JsonObject): SimulatorCall {
  return { method: 'POST', path, query: '', headers: {}, body: { json } }
}

const calls: fc.Arbitrary<SimulatorCall> = fc.oneof(
  fc.constantFrom(...samples),
  fc.constantFrom(
    posting('fhir/Claim/$submit', pasBundle(first)),
    posting(
      'fhir/Claim/$submit',
      pasBundle(pasClaim('c2', [pasItem(1, '99213'), pasItem(2, '72148')], { related }), [first]),
    ),
    posting('fhir/Claim/$inquire', pasBundle(pasClaim('q1', []))),
    posting('fhir/Questionnaire/$questionnaire-package', {
      resourceType: 'Parameters',
      parameter: [
        { name: 'coverage', resource: pasParties[1] as JsonObject },
        { name: 'questionnaire', valueCanonical: 'https://carebench.example.org/payer/Questionnaire/mri|1' },
      ],
    }),
    posting('fhir/Questionnaire/$next-question', {
      resourceType: 'QuestionnaireResponse',
      questionnaire: 'https://carebench.example.org/payer/Questionnaire/mri-adaptive|1',
      status: 'in-progress',
      item: [{ linkId: 'therapy', answer: [{ valueBoolean: true }] }],
    }),
  ),
)

const aConfig: fc.Arbitrary<PayerConfig> = fc.constant({
  accept_unknown_members: true,
  policies: [
    {
      id: 'mri',
      title: 'MRI',
      version: '1',
      services: [{ code: '72148' }],
      statements: { therapy: { question: 'Has therapy failed?' } },
      criteria: 'therapy',
      decision: { standard_hours: 0.01 },
    },
  ],
})

simulatorContract("the payer's interfaces", {
  simulator: payerSimulator,
  group: 'payer',
  noiseGroups: ['portal', 'payer'],
  config: aConfig,
  datasets: fc.constant([]),
  calls,
  steps: fc.constant({ type: 'set_portal_row', resource: 'notes', row: { id: 1 } }),
  observe: ({ waiting }: PayerState) => [...waiting].sort(),
  schedules: true,
  statuses: [200, 201, 204, 400, 404, 405],
  rareStatuses: [422],
  answered: ({ response }) => {
    const answer = response?.body && 'json' in response.body ? response.body.json : undefined
    if ((response?.status ?? 0) < 400) return
    const { resourceType, issue } = answer as { resourceType: string; issue: { diagnostics: string }[] }
    expect(resourceType).toBe('OperationOutcome')
    expect(issue.length).toBeGreaterThan(0)
    for (const { diagnostics } of issue) expect(diagnostics).toMatch(/\.$/)
  },
})
