import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPayers } from '../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasParties } from '../../testing/pas-bundle.js'
import type { PayerConfig } from '../config.js'
import { listExtensions, objectsIn, textAt, valueAt } from './fhir/element.js'
import { pasUrl } from './fhir/urls.js'

const codes = ['72148', '97110', '99213', '27447'] as const

/** How a service is decided; undefined: by the diagnosis of the request, which updates change. */
const decision = fc.constantFrom<NonNullable<PayerConfig['determinations']>[number] | undefined>(
  undefined,
  undefined,
  undefined,
  { status: 'approved', valid_days: 60 },
  { status: 'approved', delay_seconds: 60 },
  { status: 'approved', approved_units: 2 },
  { status: 'denied', reason: 'Not necessary.', reason_code: '0F' },
  { status: 'pending' },
  { status: 'more_information', reason: 'Send the note.', requires: ['clinical_note'] },
)

/** What happens to a service in an update, or that time passes. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      at: fc.nat(3),
      change: fc.constantFrom('keep', 'more', 'cancel', 'add'),
      diagnosis: fc.constantFrom('M54.16', 'Z00.00'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
)

interface Line {
  readonly sequence: number
  readonly code: string
  readonly units: number
  readonly isTakenBack: boolean
}

/** The rules of a payer, by what is drawn for each code. */
function createConfig(
  decisions: readonly (NonNullable<PayerConfig['determinations']>[number] | undefined)[],
): PayerConfig {
  const byCode = decisions.map((one, index) => ({ one, code: codes[index] ?? '' }))
  return {
    accept_unknown_members: true,
    determinations: byCode.flatMap(({ one, code }) => (one === undefined ? [] : { ...one, procedure_code: code })),
    policies: byCode.flatMap(({ one, code }) => {
      const statements = { pain: { fact: { diagnosis: ['M54.*'] } } }
      const policy = { id: `p${code}`, title: 'Pain', version: '1', statements, criteria: { all: ['pain'] } }
      return one === undefined ? [{ ...policy, services: [{ code }] }] : []
    }),
  }
}

const relationship = { coding: [{ code: 'prior' }] }
const withdrawal = {
  url: `${pasUrl}extension-certificationType`,
  valueCodeableConcept: { coding: [{ system: 'https://codesystem.x12.org/005010/1322', code: '3' }] },
}

function createItem({ sequence, code, units, isTakenBack }: Line, change: 'added' | 'changed' | undefined): JsonObject {
  const changed = change === undefined ? [] : [{ url: `${pasUrl}extension-infoChanged`, valueCode: change }]
  return pasItem(sequence, code, {
    quantity: { value: units },
    extension: [...changed, ...(isTakenBack ? [withdrawal] : [])],
    ...(isTakenBack && {
      modifierExtension: [{ url: `${pasUrl}modifierextension-infoCancelled`, valueBoolean: true }],
    }),
  })
}

/** The services of an update, with the one that changes. */
function updated(lines: readonly Line[], { at, change }: { readonly at: number; readonly change: string }) {
  const open = lines.filter(({ isTakenBack }) => !isTakenBack)
  const chosen = open[at % Math.max(1, open.length)]
  if (change === 'add') {
    const added = { sequence: lines.length + 1, code: codes[lines.length % 4] ?? '', units: 3, isTakenBack: false }
    return { next: [...lines, added], changed: added, how: 'added' as const }
  }
  if (chosen === undefined || change === 'keep') return { next: lines, changed: undefined, how: undefined }
  const other = { ...chosen, ...(change === 'more' ? { units: chosen.units + 1 } : { isTakenBack: true }) }
  return { next: lines.map((line) => (line === chosen ? other : line)), changed: other, how: 'changed' as const }
}

/** What a ClaimResponse says: the action on each line, its number, and its period. */
function readResponse(bundle: JsonObject | undefined) {
  const response = valueAt(objectsIn(bundle?.entry)[0], 'resource')
  return {
    outcome: textAt(response, 'outcome'),
    errors: objectsIn(valueAt(response, 'error')).length,
    lines: objectsIn(valueAt(response, 'item')).map((item) => {
      const [review] = listExtensions(objectsIn(item.adjudication)[0], `${pasUrl}extension-reviewAction`)
      const action = /"code":"(A\d|C|NA)"/.exec(JSON.stringify(review))?.[1]
      const [number] = listExtensions(review, 'number')
      const [pended] = listExtensions(item, `${pasUrl}extension-administrationReferenceNumber`)
      return { sequence: item.itemSequence, action, number: number?.valueString ?? pended?.valueString }
    }),
  }
}

const expectedActions: Readonly<Record<string, string>> = {
  approved: 'A1',
  partially_approved: 'A6',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
  cancelled: 'C',
}

/** The status of a request, by those of its services. */
function findWholeStatus(statuses: readonly string[]): string {
  const all = new Set(statuses)
  if (all.size === 1) return statuses[0] ?? ''
  if (all.has('more_information')) return 'more_information'
  return all.has('pending') ? 'pending' : 'partially_approved'
}

it('any updates of a request are one case with one number and the same decision on every channel', () => {
  const property = fc.property(
    fc.array(decision, { minLength: 4, maxLength: 4 }),
    fc.array(step, { maxLength: 6 }),
    (decisions, steps) => {
      const world = openPayers({ Payer: { config: createConfig(decisions) } }, {}, pasParties)
      let lines: readonly Line[] = [1, 2].map((sequence) => ({
        sequence,
        code: codes[sequence - 1] ?? '',
        units: 3,
        isTakenBack: false,
      }))
      let claim = pasClaim(
        'c1',
        lines.map((line) => createItem(line, undefined)),
      )
      let count = 1
      const submit = (next: JsonObject, more: readonly JsonObject[]) =>
        readResponse(world.electronic('POST', 'fhir/Claim/$submit', pasBundle(next, more)).json)
      let last = submit(claim, [])
      const row = () => objectsIn(world.portal('GET', 'prior-auths').json.data)[0] ?? {}
      const number = String(row().auth_number)
      const check = () => {
        const all = objectsIn(world.portal('GET', 'prior-auths').json.data)
        expect(all.map(({ auth_number }) => auth_number)).toEqual([number])
        const [known = {}] = all
        const items = objectsIn(known.items)
        if (items.length > 0) expect(known.status).toBe(findWholeStatus(items.map(({ status }) => String(status))))
        const inquiry = pasBundle(pasClaim('q1', []))
        const { json } = world.electronic('POST', 'fhir/Claim/$inquire', inquiry)
        const found = objectsIn(json.parameter).map(({ resource }) => readResponse(resource as JsonObject))
        expect(found).toHaveLength(1)
        const shown = found[0]?.lines ?? []
        let place = 0
        const expected = lines.map(({ sequence, isTakenBack }) => {
          const status = isTakenBack ? 'cancelled' : String(items[place++]?.status ?? known.status)
          const action = expectedActions[status]
          return { sequence, action, number: action === 'C' || action === 'A3' ? undefined : number }
        })
        expect(shown).toEqual(expected)
        const review = world.exchange('authorization-inquiries', { patient_id: 'p1', auth_number: number })
        // A 278 has a code for a partially approved request; PAS has an action for each service.
        const isMixed = known.status === 'partially_approved' && items.length > 1
        const action278 = isMixed ? 'A2' : expectedActions[String(known.status)]
        expect([review.auth_number ?? number, review.action]).toEqual([number, action278])
        return shown
      }
      expect(last.lines).toEqual(check())
      for (const one of steps) {
        if (one.kind === 'wait') {
          world.advance(120)
          check()
          continue
        }
        const before = row()
        const { next, changed, how } =
          one.kind === 'cancel'
            ? {
                next: lines.map((line) => ({ ...line, isTakenBack: true })),
                changed: undefined,
                how: 'changed' as const,
              }
            : updated(lines, one)
        const items = next.map((line) => createItem(line, one.kind === 'cancel' || line === changed ? how : undefined))
        const related = [{ claim: { reference: `Claim/${claim.id}` }, relationship }]
        const icd = {
          system: 'http://hl7.org/fhir/sid/icd-10-cm',
          code: one.kind === 'cancel' ? 'M54.16' : one.diagnosis,
        }
        const diagnosis = [{ sequence: 1, diagnosisCodeableConcept: { coding: [icd] } }]
        const update = pasClaim(`c${count + 1}`, items, { related, diagnosis })
        last = submit(update, [claim])
        if (last.errors > 0) {
          expect(['denied', 'cancelled']).toContain(before.status)
          check()
          continue
        }
        // Approvals rest on the diagnosis.
        const isSame = JSON.stringify(before.diagnosis_codes) === JSON.stringify([icd.code])
        const kept = lines.flatMap((line) => (isSame && next.includes(line) && !line.isTakenBack ? line.sequence : []))
        const actionsBefore = new Map(
          lines
            .filter(({ isTakenBack }) => !isTakenBack)
            .map(({ sequence }, index) => [sequence, objectsIn(before.items)[index]]),
        )
        ;[lines, claim] = [next, update]
        count++
        expect(last.lines).toEqual(check())
        let place = 0
        for (const line of lines.filter(({ isTakenBack }) => !isTakenBack)) {
          const item = objectsIn(row().items)[place++]
          const earlier = actionsBefore.get(line.sequence)
          const wasGranted = earlier?.status === 'approved' || earlier?.status === 'partially_approved'
          if (kept.includes(line.sequence) && wasGranted) expect(item).toEqual(earlier)
        }
      }
    },
  )
  fc.assert(property)
})
