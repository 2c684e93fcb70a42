import type { AgentCalls, Sequence } from './sequence.js'

const json = 'application/json'
const fhirJson = 'application/fhir+json'

function messages(count: number, share: number, before: string): Sequence {
  return {
    name: `${count} messages of 99 kB: x x x …`,
    benchmark: 'referral',
    before,
    *calls({ taskItem }) {
      const [to = '+15550100142'] = JSON.stringify(taskItem).match(/\+1\d{10}/) ?? []
      const body = JSON.stringify({ channel: 'sms', to, body: 'x '.repeat(49_500 * share) })
      for (let number = 0; number < count; number++) yield { method: 'POST', group: 'messages', type: json, body }
    },
  }
}

function files(count: number, size: number, before: string): Sequence {
  return {
    name: `${count} different files of ${size < 1e6 ? `${size / 1000} kB` : `${size / 1e6} MB`}`,
    benchmark: 'claims-followup',
    before,
    *calls() {
      for (let number = 0; number < count; number++) {
        const body = `${number} `.repeat(Math.ceil(size / `${number} `.length)).slice(0, size)
        yield { method: 'PUT', group: 'files', path: `/outbound/f${number}.txt`, type: 'text/plain', body }
      }
    },
  }
}

/** Four bundles of creates, and then changes of what the first has created, which search for it. */
function* conditionalBatches(size: number): AgentCalls {
  const code = (number: number) => ({ coding: [{ code: `c${number}` }] })
  const resource = (number: number) => ({ resourceType: 'Observation', status: 'final', code: code(number) })
  const batch = (entries: (number: number) => object, from = 0) => {
    const entry = Array.from({ length: size }, (_, index) => entries(from + index))
    const body = JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry })
    return { method: 'POST', group: 'fhir', type: fhirJson, body } as const
  }
  const search = (number: number) => `Observation?code=c${number}`
  for (let from = 0; from < 4 * size; from += size) {
    yield batch((number) => ({ resource: resource(number), request: { method: 'POST', url: 'Observation' } }), from)
  }
  yield batch((number) => ({ resource: resource(number), request: { method: 'PUT', url: search(number) } }))
  yield batch((number) => ({ request: { method: 'DELETE', url: search(number) } }))
}

/** Sequences that once stopped the service, with what each cost then in one piece; of a share of their size. */
export function fixedSequences(share: number): readonly Sequence[] {
  return [
    messages(5, share, '12.9 s'),
    messages(14, share, '35 s on PostgreSQL'),
    files(30, 100_000 * share, '0.5 s'),
    files(60, 100_000 * share, '1.9 s'),
    files(120, 100_000 * share, '8.6 s'),
    files(12, 15_000_000 * share, '13.4 s'),
    {
      name: '12,000 resources, then conditional batches of 3,000',
      benchmark: 'every-matcher',
      before: '0.6 s',
      calls: () => conditionalBatches(Math.ceil(3000 * share)),
    },
  ]
}
