import type { Sequence } from './sequence.js'
import { repeat, type Step, send, sequence } from './steps.js'
import { fhirJson, post } from './writer.js'

const patchJson = 'application/json-patch+json'

function put(resource: { readonly resourceType: string; readonly id: string }): Step {
  const { resourceType, id } = resource
  const body = JSON.stringify(resource)
  return () => [{ method: 'PUT', group: 'fhir', path: `/${resourceType}/${id}`, type: fhirJson, body }]
}

function patch(operations: readonly object[]): Step {
  const [path, body] = ['/Observation/short', JSON.stringify(operations)]
  return () => [{ method: 'PATCH', group: 'fhir', path, type: patchJson, body }]
}

function get(path: string): Step {
  return () => [{ method: 'GET', group: 'fhir', path }]
}

function hl7(...segments: readonly string[]): Step {
  const body = `${segments.join('\r')}\r`
  return () => [{ method: 'POST', group: 'hl7', path: '/outbound', type: 'x-application/hl7-v2+er7', body }]
}

function list<Item>(count: number, make: (number: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

const short = { resourceType: 'Observation', id: 'short', status: 'final', code: { text: 'x' } }

/** Patches in which a few characters stand for much work. */
function patchSequences(part: (count: number) => number, kilobytes: (count: number) => number): readonly Sequence[] {
  const copies = (from: string, path: string, count: number) => list(count, () => ({ op: 'copy', from, path }))
  const add = (path: string, value: unknown) => ({ op: 'add', path, value })
  return [
    sequence(
      'patches with a pointer of 15 MB, and of 1 MB',
      'every-matcher',
      '4.1 s',
      put(short),
      ...[15_000, 1000].flatMap((size) =>
        ['/', '/a', '/~0~1'].map((one) => patch([add(repeat(one, kilobytes(size)), 1)])),
      ),
    ),
    sequence(
      'patches that copy a text of 900 kB 7 and 999 times',
      'every-matcher',
      'answered 500 after 4.6 s',
      put(short),
      ...[7, 999].map((count) =>
        patch([add('/note', [{ text: repeat('x', kilobytes(900)) }]), ...copies('/note/0', '/note/-', count)]),
      ),
      get('/Observation/short'),
      get('/Observation/short/_history'),
    ),
    sequence(
      'a patch that doubles a list 40 times, and one of 900 moves in a list of 45,000',
      'every-matcher',
      '85 ms',
      put(short),
      patch([add('/note', [{ text: 'x' }]), ...copies('/note', '/note/-', 40)]),
      patch([
        add(
          '/component',
          list(part(45_000), () => 1),
        ),
        ...list(part(900), () => ({ op: 'move', from: '/component/0', path: `/component/${part(40_000)}` })),
      ]),
    ),
  ]
}

function message(type: string): string {
  return `MSH|^~\\&|A|B|C|D|20260302||${type}|1|P|2.5.1`
}

/**
 * Sequences whose cost once grew faster than what they send: with repetitions, copies, or texts times questions.
 */
export function multiplyingSequences(
  part: (count: number) => number,
  kilobytes: (count: number) => number,
): readonly Sequence[] {
  const inSet = list(40, () => 'code:in=http://example.org/codes').join('&')
  return [
    ...patchSequences(part, kilobytes),
    sequence(
      'searches by a value set of 8,000 codes, 40 times in one',
      'every-matcher',
      '0.7 s',
      put({
        resourceType: 'ValueSet',
        id: 'codes',
        ...{ url: 'http://example.org/codes', status: 'active' },
        ...{ compose: { include: [{ system: 'urn:x', concept: list(part(8000), (at) => ({ code: `c${at}` })) }] } },
      }),
      get(`/Observation?${inSet}`),
      get(`/Observation?${inSet.replaceAll('code:', 'derived-from.code:')}`),
    ),
    ...['1^^^H^MR', 'O&B^A'].map((one, at) =>
      sequence(
        `an HL7 message of 20,000 ${at === 0 ? 'identifiers' : 'names'} of one patient, and one of 990 kB`,
        'every-matcher',
        '71 s, and no verdict',
        ...[part(20_000) * (one.length + 1) - 1, kilobytes(990)].map((size) =>
          hl7(
            message('ADT^A08'),
            'EVN|A08|20260302',
            `PID|1||${at === 0 ? '' : '1||'}${repeat(`${one}~`, size)}`,
            'PV1|1|O',
          ),
        ),
      ),
    ),
    sequence(
      'HL7 messages of 20,000 and 300,000 dates of birth, and one of 980 kB of escape marks',
      'every-matcher',
      '98 ms',
      ...[part(40_000) - 1, kilobytes(600)].map((size) =>
        hl7(message('ADT^A08'), 'EVN|A08|20260302', `PID|1||1||O^A||${repeat('1~', size)}`, 'PV1|1|O'),
      ),
      hl7(message('ORU^R01'), 'PID|1||1||O^A', 'OBR|1|||c', `OBX|1|TX|c||${repeat('\\', kilobytes(980))}`),
    ),
    sequence('a transaction with 9,000 conditional references in one resource', 'every-matcher', '67 ms', function* () {
      const hasMember = list(part(9000), (at) => ({ reference: `Observation?code=x${at}` }))
      const resource = { ...short, id: undefined, hasMember }
      const entry = [{ resource, request: { method: 'POST', url: 'Observation' } }]
      yield { group: 'fhir', ...post({ resourceType: 'Bundle', type: 'transaction', entry }, '', fhirJson) }
    }),
    sequence(
      'an HL7 message that merges 5,000 patients',
      'every-matcher',
      '180 ms',
      hl7(
        message('ADT^A40'),
        'EVN|A40|20260302',
        ...list(part(5000), (at) => [`PID|1||${at}^^^H^MR||O^A`, `MRG|${at}`]).flat(),
      ),
    ),
    sequence(
      'a patient of 9,000 names, and e-mails of 99 kB',
      'every-matcher',
      '0.4 s',
      put({ resourceType: 'Patient', id: 'names', ...{ name: list(part(9000), (at) => ({ family: `F${at}` })) } }),
      send('messages', 'e-mails', part(3), (number) => repeat(`${number} 5 mg F${number} `, kilobytes(99))),
    ),
    sequence(
      '400 e-mails that 2,000 codes of a patient ground',
      'every-matcher',
      '0.8 s',
      put({
        ...{ resourceType: 'Patient', id: 'p1' },
        ...{ name: list(part(2000), (at) => ({ text: `AB${1000 + at} x` })) },
      }),
      send('messages', 'e-mails', part(400), (number) => repeat(`Visit ${number} of AB${1000 + number} x. `, 600)),
    ),
    sequence(
      '300 turns of 10 kB in calls',
      'every-matcher',
      '280 ms',
      send('voice', 'calls and turns', part(300), (number) =>
        repeat(`twelve ${number} é `, Math.min(9999, kilobytes(10))),
      ),
    ),
    sequence('attachments of a payer, 190 in each call', 'every-matcher', undefined, () =>
      list(part(30), (number) => ({
        group: 'payer',
        ...post(
          {
            resourceType: 'Parameters',
            parameter: list(190, (at) => ({ name: `Attachment${at}`, valueString: repeat(`${number} `, 4000) })),
          },
          '/fhir/$submit-attachment',
          fhirJson,
        ),
      })),
    ),
  ]
}
