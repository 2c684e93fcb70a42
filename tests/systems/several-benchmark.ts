import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'

/** A clinic with two fax machines, two payers and two pharmacies: the second of each is behind the key `imaging` or `west`. */
export const severalBenchmark: BenchmarkDefinition = {
  name: 'several',
  overrides: { seed: 7 },
  environment: {
    name: 'Clinic with an imaging center',
    simulators: [
      { type: 'Fax', name: 'Front desk' },
      { type: 'Payer', name: 'Cedar Health' },
      { type: 'Fax', key: 'imaging', name: 'Imaging center' },
      { type: 'Payer', key: 'west', name: 'West Mutual', config: { default_determination: { status: 'approved' } } },
      { type: 'Pharmacy', name: 'Corner pharmacy' },
      { type: 'Pharmacy', key: 'hospital-2', name: 'Hospital pharmacy' },
    ],
    datasets: [
      {
        type: 'Refills',
        name: 'queue',
        config: { refills: [{ id: 'rx-1', patient_id: 'p1', drug: 'metformin' }] },
      },
    ],
  },
  tasks: [
    {
      name: 'send the report',
      task_item: { instruction: 'Fax the report from the imaging center, and ask West Mutual.' },
      scenario: { steps: [] },
      criteria: [],
    },
  ],
}

export const report: JsonObject = { to_number: '+15550100', document_type: 'report', text: 'MRI of the knee: no tear.' }
