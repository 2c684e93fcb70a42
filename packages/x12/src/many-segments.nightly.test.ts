/// <reference types="node" />
import { describe, expect, inject, it } from 'vitest'
import { buildInterchange } from './building/build-interchange.js'
import { readTransaction } from './building/transaction-values.js'
import { readValue } from './definitions/path.js'
import { findTransactionSet } from './definitions/transaction-sets.js'
import { readAuthorizationRequest } from './exchanges/authorization.js'
import { readClaims } from './exchanges/claim.js'
import { readClaimStatusRequest } from './exchanges/claim-status.js'
import { readEligibilityInquiry } from './exchanges/eligibility-inquiry.js'
import { checkEnvelope } from './syntax/envelope.js'
import { encodeInterchange, serializeInterchange } from './syntax/interchange.js'
import { parseInterchange, parseInterchanges, parseTransactions } from './syntax/parse.js'
import { readSegment, writeSegment } from './syntax/segment-value.js'
import { sampleEnvelope, sampleText, sampleTime } from './testing/sample.js'
import { acknowledge } from './validation/acknowledge.js'
import { readHierarchy } from './validation/loops.js'
import { validateTransaction } from './validation/validate.js'

// It takes 6 s: many more segments than any interchange has.

/** More than the maximum number of arguments, so that spreading them into a call would fail. */
const count = 150_000
const scale = inject('scale')
/** Enough to exceed every limit except that on arguments; equals `count` from scale 25 on. */
const fewer = Math.min(count, 6000 * scale)
const options = { at: sampleTime, controlNumber: 5 }
const isa = sampleText().slice(0, 106)
const gs = 'GS*HC*A*B*20260105*0900*1*X*005010X222A1~'
const head = `${isa}${gs}ST*837*0001~HL*1**20~HL*2*1*22~`

const inputs: readonly (readonly [what: string, text: string])[] = [
  ['groups', isa + gs.repeat(count)],
  ['transactions', isa + gs + 'ST~'.repeat(fewer)],
  ['transactions with one number', `${isa}${gs}${'ST*999*0001~SE*2*0001~'.repeat(fewer)}`],
  ['strays', isa + 'A~'.repeat(count)],
  ['acknowledgments', isa + 'TA1*1~'.repeat(count)],
  ['unknown segments', head + 'ZZZ~'.repeat(fewer)],
  ['loops', head + 'HL*3*2*23~'.repeat(fewer)],
  ['patients with a claim', `${head}${'NM1*IL~'.repeat(fewer)}${'HL*3*2*23~CLM*1~'.repeat(fewer)}`],
  ['claims', head + 'CLM*1~'.repeat(fewer)],
  ['service lines', `${head}CLM*1~${'SV1*HC:1*1~'.repeat(fewer)}`],
  ['inquiries', head + 'EQ*30~'.repeat(fewer)],
  ['diagnoses in one segment', `${head}CLM*1~HI${'*ABK:1'.repeat(count)}~`],
  ['repetitions', `${head}EQ*${'1^'.repeat(count)}~`],
  ['components', `${head}HI*${'1:'.repeat(count)}~`],
]

describe.each(inputs)('%s by the tens of thousands', (_, text) => {
  it('are parsed, checked, read and acknowledged', () => {
    const interchange = parseInterchange(text)
    expect(parseInterchanges(text)).toHaveLength(1)
    expect(serializeInterchange(interchange)).toBe(text)
    expect(encodeInterchange(interchange)).toHaveLength(text.length)
    expect(checkEnvelope(interchange).length).toBeLessThanOrEqual(1000)
    const answer = acknowledge(interchange, options)
    expect(answer.problems.length).toBeLessThanOrEqual(10_000)
    expect(parseInterchange(answer.text).transactions).toHaveLength(0)
    const last = parseTransactions(text).at(-1)
    if (last === undefined) return
    expect(validateTransaction(last).length).toBeLessThanOrEqual(1000)
    expect(readHierarchy(last).problems.length).toBeLessThanOrEqual(1000)
    for (const read of [readEligibilityInquiry, readClaimStatusRequest, readAuthorizationRequest, readClaims]) {
      expect(read(last)).toBeDefined()
    }
    const values = readTransaction(last)
    expect(values.segments.length).toBeLessThanOrEqual(last.segmentCount)
    const segment = last.segment(last.segmentCount)
    if (segment !== undefined) expect(writeSegment(readSegment(segment)).length).toBeGreaterThan(0)
    expect(findTransactionSet(last)?.id).toBe(last.id === '999' || last.id === '837' ? last.id : undefined)
    expect(readValue(last, 'CLM[1=X].1')).toBeUndefined()
  })
})

/** More than the maximum number of listed problems. */
const faulty = Math.max(10_500, fewer)

it('returns a verdict for each invalid transaction, even beyond the maximum number of listed problems', () => {
  const sets = 'ST*850*0001~SE*2*0001~'.repeat(faulty)
  const answer = acknowledge(`${isa}${gs}${sets}GE*${faulty}*1~IEA*1*000000042~`, options)
  expect(answer.problems).toHaveLength(10_000)
  expect(answer.transactions).toHaveLength(faulty)
  expect(answer.transactions.some(({ accepted }) => accepted)).toBe(false)
  const lines = answer.text.split('~')
  expect(lines.filter((line) => /^IK5\*R\*(1|23)/.test(line))).toHaveLength(faulty)
  expect(lines).toContain(`AK9*R*${faulty}*${faulty}*0`)
})

it('acknowledges every invalid group, even beyond the maximum number of listed problems', () => {
  const groups = Array.from({ length: faulty }, (_, index) => gs.replace('*1*X', `*${index + 1}*X`))
  const answer = acknowledge(`${isa}${groups.join('')}IEA*${faulty}*000000042~`, options)
  expect(answer).toMatchObject({ kind: '999', accepted: false })
  expect(answer.problems).toHaveLength(10_000)
  expect(answer.text.match(/~AK9\*R\*0\*0\*0\*3~/g)).toHaveLength(faulty)
})

it('writes segments, transactions and elements by the hundreds of thousands', () => {
  const values = { id: '271', version: '005010X279A1', functionalId: 'HB', segments: [] }
  expect(buildInterchange(sampleEnvelope, Array(count).fill(values))).toContain(`GE*${count}*42~`)
  const long = { ...values, segments: Array(count).fill(['ZZZ', '1']) }
  expect(buildInterchange(sampleEnvelope, [long])).toContain(`SE*${count + 2}*0001~`)
  expect(writeSegment(['ZZZ', ...Array<string>(count).fill('1')])).toHaveLength(count * 2 + 4)
})
