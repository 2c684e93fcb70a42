import { communication } from './calls.js'
import { conditionalSequences } from './conditional.js'
import { interfaceSequences } from './interfaces.js'
import { multiplyingSequences } from './multiplying.js'
import type { Sequence } from './sequence.js'
import { batches, create, observation, repeat, type Step, send, sequence } from './steps.js'
import { post, type Texts } from './writer.js'

const result = 'MSH|^~\\&|A|B|C|D|20260302||ORU^R01^ORU_R01|1|P|2.5.1'

/** Sends one ORU message with this many copies of a segment after its only OBR. */
function message(count: number, segment: string): Step {
  return hl7([result, 'PID|1||1||Okafor^Ada', 'OBR|1|||c^Creatinine', ...times(count, segment)])
}

function hl7(segments: readonly string[]): Step {
  const body = `${segments.join('\r')}\r`
  return () => [{ method: 'POST', group: 'hl7', path: '/outbound', type: 'x-application/hl7-v2+er7', body }]
}

/** Repeats some lines `count` times. */
function times(count: number, ...lines: readonly string[]): readonly string[] {
  return Array.from({ length: count }, () => lines).flat()
}

function get(group: string, path: string): Step {
  return () => [{ method: 'GET', group, path }]
}

function different(size: number): Texts['at'] {
  return (number) => repeat(`${number} `, size)
}

function equal(part: string, size: number): Texts['at'] {
  const text = repeat(part, size)
  return () => text
}

/** Returns a text that lists patients, each with a name, a date of birth and an MRN. */
function listPatients(count: number, number: number): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const day = `19${String(40 + (at % 50))}-0${1 + (at % 9)}-1${at % 10}`
    return `Given${number} Family${at}, born ${day}, MRN ${number * count + at}`
  })
  return lines.join('\n')
}

const begun = 'x'.repeat(16_384)
const hedge = 'The appointment may possibly not have been confirmed, and it might perhaps not be denied. '
const disclosure = 'Ada Okafor is seen for her heart; please tell her sister.'

/**
 * Returns the sequences that once stopped the service, or were meant to. `share` scales their size; 1 is the full one.
 */
export function fixedSequences(share: number): readonly Sequence[] {
  const [part, kilobytes] = [(count: number) => Math.ceil(count * share), (count: number) => count * 1000 * share]
  const words = (count: number) => send('messages', 'messages', count, equal('x ', kilobytes(99)))
  const files = (count: number, at: Texts['at']) => send('files', 'texts in the outbound folder', count, at)
  const emails = (count: number, at: Texts['at']) => send('messages', 'e-mails', count, at)
  const [created, changed] = [part(6000), part(3000)]
  const code = (number: number) => `Observation?code=c${number}`
  return [
    sequence('5 messages of 99 kB: x x x …', 'referral', '12.9 s', words(5)),
    sequence('14 messages of 99 kB: x x x …', 'referral', '35 s on PostgreSQL', words(14)),
    sequence('30 different files of 100 kB', 'claims-followup', '0.5 s', files(30, different(kilobytes(100)))),
    sequence('60 different files of 100 kB', 'claims-followup', '1.9 s', files(60, different(kilobytes(100)))),
    sequence('120 different files of 100 kB', 'claims-followup', '8.6 s', files(120, different(kilobytes(100)))),
    sequence('120 equal files of 100 kB', 'claims-followup', undefined, files(120, equal('7 ', kilobytes(100)))),
    sequence('12 different files of 15 MB', 'claims-followup', '13.4 s', files(12, different(kilobytes(15_000)))),
    sequence(
      '1,800 Observations with values of 16,392 characters that begin alike',
      'every-matcher',
      undefined,
      batches(part(1800), 50, (number) => create(observation(number, begun + String(number).padStart(8, '0')))),
    ),
    sequence(
      '10,000 Observations with values of 2,000 characters',
      'every-matcher',
      undefined,
      batches(part(10_000), 400, (number) => create(observation(number, repeat(`${number} `, 2000)))),
    ),
    sequence(
      '10,000 tiny Observations',
      'every-matcher',
      undefined,
      batches(part(10_000), 5000, (number) => create(observation(number))),
    ),
    sequence(
      '9,000 Communications and six hedged e-mails of 99 kB',
      'every-matcher',
      undefined,
      batches(part(9000), 2500, (number) => create(communication(`${number}`))),
      emails(6, equal(hedge, kilobytes(99))),
    ),
    sequence(
      '30 e-mails that list 400 patients each',
      'referral',
      undefined,
      emails(30, (number) => listPatients(part(400), number)),
    ),
    sequence(
      '2,000 outward acts',
      'referral',
      undefined,
      emails(part(2000), (number) => `Visit ${number}`),
    ),
    sequence(
      '1,990 inquiries about eligibility',
      'eligibility',
      '320 ms for 4,000',
      send('clearinghouse', 'inquiries', part(1990), () => '30'),
    ),
    sequence(
      '40 permitted e-mails of 99 kB, so that a guard cannot be judged, and a disclosure',
      'every-matcher',
      undefined,
      emails(40, (number) => `${number} ${repeat('the visit is on March 12; ', kilobytes(99))}`),
      emails(1, () => disclosure),
    ),
    sequence('an HL7 message of 40,000 OBX', 'every-matcher', undefined, message(part(40_000), 'OBX|1|ST|c||x')),
    sequence('an HL7 message of 49,000 NTE', 'every-matcher', '89 ms', message(part(49_000), 'NTE|1||x')),
    sequence(
      'an HL7 message of 200,000 escapes',
      'every-matcher',
      '111 ms',
      message(1, `NTE|1||${'\\X41\\'.repeat(part(200_000))}`),
    ),
    sequence(
      'an HL7 message of 9,000 patients after 20,000 segments about all, and one of 5,000 relatives and plans',
      'every-matcher',
      'out of memory',
      hl7([result, ...times(part(20_000), 'SFT|C^L|1.0|C|1'), ...times(part(9000), 'PID|1||1||O^A', 'OBR|1|||c^C')]),
      hl7([
        'MSH|^~\\&|A|B|C|D|20260302||ADT^A08|1|P|2.5.1',
        'EVN|A08|20260302',
        'PID|1||1^^^H^MR||Okafor^Ada',
        ...times(part(5000), 'NK1|1|O^A'),
        'PV1|1|O',
        ...times(part(5000), 'GT1|1|1|O^A'),
        ...times(part(5000), 'IN1|1|P|1|C'),
      ]),
    ),
    sequence(
      'a batch of 990 HL7 groups with wrong counts',
      'every-matcher',
      '8 s',
      hl7([
        'FHS|^~\\&',
        ...times(part(990), 'BHS|^~\\&', 'MSH|^~\\&|A|B|C|D|20260302||ADT^A08|1|P|2.5.1', 'PID|1||1||O^A', 'BTS|9'),
        'FTS|990',
      ]),
    ),
    sequence('10 refused e-mails with 60,000 values each', 'every-matcher', 'minutes', function* () {
      for (let number = 0; number < 10; number++) {
        const more = Array.from({ length: part(60_000) }, (_, value) => `${value}`)
        yield { group: 'messages', ...post({ channel: 'email', to: 'x', body: 'x', more }) }
      }
    }),
    sequence(
      'two files of 990 kB of quotation marks',
      'every-matcher',
      '68 ms',
      send('files', 'tables in the outbound folder', 2, equal('"', kilobytes(990))),
    ),
    sequence(
      'files of 15 MB of quotation marks and of wide letters, and one of 5 MB of control characters',
      'every-matcher',
      '0.6 s on PostgreSQL',
      files(3, (number) => repeat('"患\u0001'.charAt(number), kilobytes([15_000, 5000, 5000][number] ?? 0))),
    ),
    sequence(
      '520 files of 100 kB, so that a checkpoint of the log is due',
      'every-matcher',
      undefined,
      files(part(520), different(kilobytes(100))),
    ),
    sequence(
      '300 versions of 99 kB, and pages of 500 of the history',
      'every-matcher',
      '56 ms',
      send('fhir', 'versions of a Communication', part(300), different(kilobytes(99))),
      get('fhir', '/_history?_count=500'),
      get('fhir', '/Communication/told/_history?_count=500'),
    ),
    sequence(
      '6,000 resources, then conditional batches of 3,000',
      'every-matcher',
      '0.6 s',
      batches(created, changed, (number) => create(observation(number))),
      batches(changed, changed, (number) => ({
        resource: observation(number),
        request: { method: 'PUT', url: code(number) },
      })),
      batches(changed, changed, (number) => ({ request: { method: 'DELETE', url: code(number) } })),
    ),
    ...conditionalSequences(created, changed),
    ...interfaceSequences(kilobytes(900)),
    ...multiplyingSequences(part, kilobytes),
  ]
}
