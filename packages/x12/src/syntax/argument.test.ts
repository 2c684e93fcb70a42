/// <reference types="node" />
import { describe, expect, it } from 'vitest'
import { buildInterchange } from '../building/build-interchange.js'
import { readTransaction } from '../building/transaction-values.js'
import { compilePath, readValue } from '../definitions/path.js'
import { findTransactionSet } from '../definitions/transaction-sets.js'
import {
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  readAuthorizationRequest,
} from '../exchanges/authorization.js'
import { buildClaim, readClaims } from '../exchanges/claim.js'
import { buildClaimAcknowledgment } from '../exchanges/claim-acknowledgment.js'
import { buildClaimPayment } from '../exchanges/claim-payment.js'
import { buildClaimStatusRequest, buildClaimStatusResponse, readClaimStatusRequest } from '../exchanges/claim-status.js'
import { buildEligibilityInquiry, readEligibilityInquiry } from '../exchanges/eligibility-inquiry.js'
import { buildEligibilityResponse } from '../exchanges/eligibility-response.js'
import {
  sampleEnvelope,
  sampleProvider,
  sampleResponse,
  sampleText,
  sampleTime,
  sampleTransaction,
} from '../testing/sample.js'
import {
  acknowledgedClaim,
  authorization,
  claim,
  inquiry,
  parties,
  payment,
  statusRequest,
} from '../testing/sample-exchanges.js'
import { acknowledge } from '../validation/acknowledge.js'
import { readHierarchy } from '../validation/loops.js'
import { validateTransaction } from '../validation/validate.js'
import { checkEnvelope } from './envelope.js'
import { encodeInterchange, serializeInterchange } from './interchange.js'
import { parseInterchange, parseInterchanges, parseTransactions } from './parse.js'
import { writeSegment } from './segment-value.js'
import { X12Error } from './x12-error.js'

const text = sampleText()
const transaction = sampleTransaction(['MSG', 'A'])
const options = { at: sampleTime, controlNumber: 1 }

/** Any value, as an untyped caller may pass it. */
function loose<T>(value: unknown) {
  return value as T
}

const wrong: readonly unknown[] = [undefined, null, 5, 10n, true, {}, [], Symbol('x'), () => 1]

/** Returns the error that a call throws; undefined if it returns. Anything but an X12Error fails the test. */
function catchError(call: () => unknown, what: string): X12Error | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    expect(error, what).toBeInstanceOf(X12Error)
    return error as X12Error
  }
}

describe('an argument of the wrong type throws an X12Error with an example', () => {
  it.each<[string, (value: unknown) => unknown]>([
    ['parseInterchange', (value) => parseInterchange(loose(value))],
    ['parseInterchanges', (value) => parseInterchanges(loose(value))],
    ['parseTransactions', (value) => parseTransactions(loose(value))],
    ['acknowledge', (value) => acknowledge(loose(value), options)],
    ['checkEnvelope', (value) => checkEnvelope(loose(value))],
    ['serializeInterchange', (value) => serializeInterchange(loose(value))],
    ['encodeInterchange', (value) => encodeInterchange(loose(value))],
    ['compilePath', (value) => compilePath(loose(value))],
    ['readValue', (value) => readValue(loose(value), 'EB.1')],
    ['readValue, path', (value) => readValue(transaction, loose(value))],
    ['readHierarchy', (value) => readHierarchy(loose(value))],
    ['readTransaction', (value) => readTransaction(loose(value))],
    ['findTransactionSet', (value) => findTransactionSet(loose(value))],
    ['validateTransaction', (value) => validateTransaction(loose(value))],
    ['readEligibilityInquiry', (value) => readEligibilityInquiry(loose(value))],
    ['readClaimStatusRequest', (value) => readClaimStatusRequest(loose(value))],
    ['readAuthorizationRequest', (value) => readAuthorizationRequest(loose(value))],
    ['readClaims', (value) => readClaims(loose(value))],
    ['writeSegment', (value) => writeSegment(loose(value))],
    ['buildInterchange', (value) => buildInterchange(loose(value), [sampleResponse])],
    ['buildInterchange, a transaction', (value) => buildInterchange(sampleEnvelope, [loose(value)])],
    ['buildInterchange, a segment', (value) => sampleText([{ ...sampleResponse, segments: [loose(value)] }])],
    ['buildEligibilityInquiry', (value) => buildEligibilityInquiry(loose(value))],
    ['buildEligibilityResponse', (value) => buildEligibilityResponse(loose(value))],
    ['buildClaimStatusRequest', (value) => buildClaimStatusRequest(loose(value))],
    ['buildClaimStatusResponse', (value) => buildClaimStatusResponse(loose(value))],
    ['buildAuthorizationRequest', (value) => buildAuthorizationRequest(loose(value))],
    ['buildAuthorizationResponse', (value) => buildAuthorizationResponse(loose(value))],
    ['buildClaim', (value) => buildClaim(loose(value))],
    ['buildClaimAcknowledgment', (value) => buildClaimAcknowledgment(loose(value))],
    ['buildClaimPayment', (value) => buildClaimPayment(loose(value))],
  ])('%s', (_, call) => {
    for (const value of wrong) {
      const error = catchError(() => call(value), String(value))
      expect(error?.example, String(value)).toEqual(expect.any(String))
    }
  })
})

const response = { ...parties, provider: sampleProvider, refusal: { code: '75' } }
const acknowledged = {
  payer: parties.payer,
  receiver: { name: 'EXAMPLE CLINIC', id: 'SUB1' },
  providers: [
    {
      billingProvider: sampleProvider,
      claims: [{ ...acknowledgedClaim, patientAccount: 'A-1', charge: 1, accepted: true }],
    },
  ],
  reference: 'R-1',
  at: sampleTime,
}

describe('a field of the wrong type throws nothing but an X12Error', () => {
  it.each<[string, object, (value: never) => unknown]>([
    ['buildEligibilityInquiry', inquiry, buildEligibilityInquiry],
    ['buildEligibilityResponse', response, buildEligibilityResponse],
    ['buildClaimStatusRequest', statusRequest, buildClaimStatusRequest],
    ['buildClaimStatusResponse', { ...statusRequest, statuses: [] }, buildClaimStatusResponse],
    ['buildAuthorizationRequest', authorization, buildAuthorizationRequest],
    ['buildAuthorizationResponse', { ...authorization, decision: { action: 'A1' } }, buildAuthorizationResponse],
    ['buildClaim', claim, buildClaim],
    ['buildClaimAcknowledgment', acknowledged, buildClaimAcknowledgment],
    ['buildClaimPayment', payment, buildClaimPayment],
    ['buildInterchange', sampleEnvelope, (envelope) => buildInterchange(envelope, [sampleResponse])],
    ['acknowledge', options, (given) => acknowledge('?', given)],
  ])('%s', (_, good, build: (value: never) => unknown) => {
    for (const field of Object.keys(good)) {
      for (const value of wrong) {
        catchError(() => build(loose({ ...good, [field]: value })), `${field}: ${String(value)}`)
        if (value !== undefined)
          catchError(() => build(loose({ ...good, [field]: [value] })), `${field}: [${String(value)}]`)
      }
    }
  })
})

describe('the error message for an argument', () => {
  it.each<[() => unknown, string, string]>([
    [() => parseInterchange(loose(null)), 'invalid-value', 'a string or a Uint8Array, got null.'],
    [() => compilePath(loose(undefined)), 'invalid-path', 'as a string, or one that compilePath made, got undefined.'],
    [
      () => readValue(loose('EB.1'), loose(transaction)),
      'invalid-value',
      'a transaction (parseTransactions makes them)',
    ],
    [() => readValue(loose(parseInterchange(text)), 'EB.1'), 'invalid-value', 'got an object.'],
    [() => sampleText([sampleResponse], { lineEnd: loose('x') }), 'invalid-value', 'LF or CRLF'],
    [
      () => buildInterchange({ ...sampleEnvelope, controlNumber: loose('42') }, []),
      'invalid-value',
      'got "42" (ISA13).',
    ],
    [
      () => buildEligibilityInquiry({ ...inquiry, date: '5/1/26' }),
      'invalid-value',
      'Expected date to be a calendar date',
    ],
    [
      () => buildEligibilityInquiry({ ...inquiry, subscriber: { lastName: 'DOE', birthDate: '1985-13-31' } }),
      'invalid-value',
      'Expected birthDate to be a calendar date',
    ],
  ])('%s', (call, code, said) => {
    expect(call).toThrow(expect.objectContaining({ name: 'X12Error', code, message: expect.stringContaining(said) }))
  })

  it('quotes only the beginning of the argument', () => {
    const long = `ISA ${'SECRET '.repeat(99)}`
    for (const call of [
      () => readValue(loose(long), 'EB.1'),
      () => compilePath(long),
      () => checkEnvelope(loose(long)),
    ]) {
      expect(catchError(call, '')?.message.length).toBeLessThan(300)
    }
    for (const call of [() => readValue(loose('EB.1'), loose(parseInterchange(text))), () => compilePath(text)]) {
      expect(catchError(call, '')?.message).not.toContain('DOE')
    }
  })

  it('does not occur for valid arguments: bytes from any realm, a compiled path', () => {
    expect(parseInterchange(Buffer.from(text)).transactions).toHaveLength(1)
    expect(acknowledge(Buffer.from(text), options).kind).toBe('999')
    expect(readValue(transaction, { ...compilePath('MSG.1') })).toBe('A')
  })
})
