import type { BenchmarkDefinition } from '@carebench/protocol'

/** A benchmark: fill one of several refills, and change nothing else. */
export const pharmacyBenchmark: BenchmarkDefinition = {
  name: 'refills',
  environment: {
    name: 'Clinic with a pharmacy',
    simulators: [
      { type: 'FHIR', name: 'Record' },
      { type: 'pharmacy', name: 'Corner pharmacy' },
    ],
    datasets: [
      {
        type: 'FHIR',
        name: 'patients',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [{ resource: { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor', given: ['Ada'] }] } }],
          },
        },
      },
      {
        type: 'refills',
        name: 'queue',
        config: {
          refills: [
            { id: 'rx-1', patient_id: 'p1', drug: 'metformin' },
            { id: 'rx-2', patient_id: 'p2', drug: 'lisinopril' },
          ],
        },
      },
    ],
  },
  tasks: [
    {
      name: 'fill the refill',
      task_item: { instruction: 'Fill the refill of Ada Okafor for 90 days.' },
      criteria: [
        {
          label: 'The refill of the patient was filled',
          assertion: {
            assert: 'event-order',
            events: [{ type: 'refill.filled', where: { actor: 'agent', 'data.id': 'rx-1' } }],
          },
        },
        {
          label: 'It is of the patient in the record, and for 90 days',
          assertion: {
            assert: 'records-agree',
            records: [
              { collection: 'fhir.Patient', where: { id: 'p1' }, path: 'id' },
              {
                collection: 'pharmacy.refills',
                where: { id: 'rx-1', state: 'filled', quantity: 90 },
                path: 'patient_id',
              },
            ],
          },
        },
        {
          label: 'Nothing else changed',
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [{ collection: 'pharmacy.refills', where: { id: 'rx-1' }, fields: ['state', 'quantity'] }],
          },
        },
      ],
      solutions: [
        {
          name: 'by the queue',
          calls: [
            { method: 'GET', path: 'pharmacy/refills', capture: { id: '/data/0/id' } },
            { method: 'POST', path: 'pharmacy/refills/{{id}}/fill', body: { quantity: 90 } },
          ],
        },
      ],
    },
  ],
}
