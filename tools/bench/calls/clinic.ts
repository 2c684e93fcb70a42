import type { BenchmarkDefinition, JsonObject, JsonValue } from '@carebench/protocol'

/** The member for whom authorizations are requested, as a row of the portal. */
export const member = {
  member_id: 'EVM770900022',
  name: 'Marisol Quintero',
  date_of_birth: '1974-08-19',
  plan: 'Choice PPO',
  coverage_start: '2022-01-01',
  coverage_end: '2026-12-31',
}

export const clinicSystems = ['FHIR', 'Payer', 'HL7'] as const

export const clinicDatasets: readonly {
  readonly type: 'FHIR' | 'Portal'
  readonly name: string
  readonly config: JsonObject & JsonValue
}[] = [
  { type: 'FHIR', name: 'patients', config: { generator: { seed: 7, patients: 20 } } },
  { type: 'Portal', name: 'members', config: { rows: { patients: [member] } } },
]

/** The time at which the clock of a run begins. Each call advances it by a second. */
export const beginsAt = Date.UTC(2026, 2, 2, 8)

/** The time at which every process publishes the clinic, so that ids and times are equal in all of them. */
export const publishedAt = Date.UTC(2026, 0, 5, 9)

export const runSeed = 7

/** Returns a benchmark of one clinic with this many tasks, each with this many criteria. */
export function makeClinic(tasks: number, criteria: number): BenchmarkDefinition {
  return {
    name: 'calls',
    timeout: 86_400,
    concurrency: 64,
    overrides: { clock: 'stepped', seconds_per_call: 1, seed: runSeed },
    environment: {
      name: 'Clinic',
      simulators: clinicSystems.map((type) => ({ type, name: type })),
      datasets: [...clinicDatasets],
    },
    tasks: Array.from({ length: tasks }, (_, number) => ({
      name: `task ${number}`,
      starts_at: '2026-03-02T08:00:00Z',
      criteria: Array.from({ length: criteria }, (_, index) => ({
        label: `The note ${index} is in the record`,
        assertion: {
          assert: 'fhir-resource-state' as const,
          resource_type: 'Observation',
          search: { code: `note-${index}` },
          fields: [
            { path: 'status', expected: 'final' },
            { path: 'valueString', expected: `note ${index}` },
          ],
        },
      })),
    })),
  }
}
