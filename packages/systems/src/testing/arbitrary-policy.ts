import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import type { PolicyRequest, RequestDocument } from '../policy/policy-request.js'
import type { Criteria, Policy, PolicyStatement } from '../policy/policy-schema.js'

// For tests of this package only.

/** The inputs of a payer's decision. */
export interface PolicyInputs {
  readonly resources: readonly FhirResource[]
  readonly answers: JsonObject
  readonly documents: readonly RequestDocument[]
  readonly diagnosis_codes: readonly string[]
  /** A place of service of two digits; its bits are the statements about it that are true. */
  readonly place: number
  /** Whether the provider is in the network of the member's plan. */
  readonly inNetwork: boolean
}

type Truth = boolean | undefined

/** Returns inputs that make a statement true, false or, if possible, unknown. */
type Tell = (name: string, truth: Truth) => Partial<PolicyInputs>

interface StatementKind {
  readonly statement: (name: string) => PolicyStatement
  readonly truths: readonly Truth[]
  readonly tell: Tell
}

const places = Array.from({ length: 64 }, (_, place) => String(place).padStart(2, '0'))

const subject = { reference: 'Patient/p1' }
const loinc = 'http://loinc.org'

function condition(name: string): FhirResource {
  return { resourceType: 'Condition', id: `c-${name}`, subject, code: { coding: [{ code: name }] } }
}

function observation(name: string, value: number): FhirResource {
  const code = { coding: [{ system: loinc, code: name }] }
  const valueQuantity = { value, unit: '%', system: 'http://unitsofmeasure.org', code: '%' }
  return {
    resourceType: 'Observation',
    id: `o-${name}-${value}`,
    status: 'final',
    subject,
    code,
    effectiveDateTime: `2026-01-0${(value % 7) + 1}`,
    valueQuantity,
  }
}

const kinds: readonly StatementKind[] = [
  {
    // True if found in the chart, else false.
    statement: (name) => ({ fact: { search: `Condition?code=${name}` } }),
    truths: [true, false],
    tell: (name, truth) => (truth === true ? { resources: [condition(name)] } : {}),
  },
  {
    // Measured in the chart, or else asked for.
    statement: (name) => ({
      question: `How much is ${name}?`,
      answer_type: 'number',
      unit: '%',
      fact: { search: `Observation?code=${loinc}|${name}`, value: 'value-quantity', within_days: 30, pick: 'lowest' },
      enough: { at_most: 88 },
    }),
    truths: [true, false, undefined],
    tell: (name, truth) =>
      truth === undefined
        ? {}
        : { resources: [observation(name, 97), observation(name, truth ? 85 : 91)], answers: { [name]: 50 } },
  },
  {
    statement: (name) => ({ question: `Is ${name} so?` }),
    truths: [true, false, undefined],
    tell: (name, truth) => (truth === undefined ? {} : { answers: { [name]: truth } }),
  },
  {
    // Known only from a document of some type.
    statement: (name) => ({ accepts: [`about_${name}`, 'other_note'] }),
    truths: [true, undefined],
    tell: (name, truth) => (truth === true ? { documents: [{ document_type: `about_${name}`, text: null }] } : {}),
  },
  {
    // Asked for, with a supporting document.
    statement: (name) => ({ question: `Has ${name} been tried?`, accepts: [`note_${name}`] }),
    truths: [true, false, undefined],
    tell: (name, truth) => {
      if (truth === false) return { answers: { [name]: false } }
      const documents = [{ document_type: `note_${name}`, text: null }]
      return truth === true ? { answers: { [name]: true }, documents } : { answers: { [name]: true } }
    },
  },
  {
    // The text of the document decides.
    statement: (name) => ({ accepts: [`text_${name}`], says: [['six weeks'], ['physical therapy', 'PT']] }),
    truths: [true, undefined],
    tell: (name, truth) => {
      const text = `${truth === true ? 'He' : 'He never'} had six weeks of physical therapy.`
      return { documents: [{ document_type: `text_${name}`, text }] }
    },
  },
  {
    statement: (name) => ({ fact: { diagnosis: [makeCode(name)] } }),
    truths: [true, false],
    tell: (name, truth) => (truth === true ? { diagnosis_codes: [makeCode(name)] } : {}),
  },
  {
    // Counts resources; zero is known too.
    statement: (name) => ({
      answer_type: 'number',
      unit: '1',
      fact: { search: `Procedure?code=${name}`, within_days: 365, pick: 'count' },
      enough: { below: 2 },
    }),
    truths: [true, false],
    tell: (name, truth) => ({ resources: [visit(name, 1), ...(truth === false ? [visit(name, 2)] : [])] }),
  },
  {
    statement: (name) => ({ fact: { place_of_service: places.filter((place) => hasBit(Number(place), name)) } }),
    truths: [true, false],
    tell: (name, truth) => (truth === true ? { place: readBit(name) } : {}),
  },
]

/** A policy has at most one statement about the network, because there is only one. */
const networkKind: StatementKind = {
  statement: () => ({ fact: { in_network: true } }),
  truths: [true, false],
  tell: (_, truth) => ({ inNetwork: truth === true }),
}

function visit(name: string, number: number): FhirResource {
  const code = { coding: [{ code: name }] }
  const performedDateTime = `2025-12-0${number}`
  return { resourceType: 'Procedure', id: `v-${name}-${number}`, status: 'completed', subject, code, performedDateTime }
}

/** Two digits have bits for six statements. */
function readBit(name: string): number {
  return 1 << Number(name.slice(1))
}

function hasBit(place: number, name: string): boolean {
  return (place & readBit(name)) !== 0
}

function makeCode(name: string): string {
  return `M1${name.slice(1)}.9`
}

/** A policy with its statements, and the inputs that make each true or false. */
export interface PolicyCase {
  readonly policy: Policy
  readonly names: readonly string[]
  /** The possible truths of each statement. */
  readonly possible: ReadonlyMap<string, readonly Truth[]>
  readonly truths: ReadonlyMap<string, Truth>
  readonly units: number
  inputsFor(truths: ReadonlyMap<string, Truth>): PolicyInputs
}

/** The plan of the member of the tests, and providers in its network and outside. */
export const sampleNetwork = {
  plan: { name: 'Sample Plan', network: ['1234567893'] },
  inside: '1234567893',
  outside: '1999999984',
}

/** Returns the request with some inputs, for the tests' member. */
export function createRequest(
  { answers, documents, diagnosis_codes, place, inNetwork }: PolicyInputs,
  units: number,
): PolicyRequest {
  return {
    procedure_code: '72148',
    units,
    patient_member_id: 'M-1',
    patient_dob: '1961-04-30',
    plan: sampleNetwork.plan.name,
    provider_npi: inNetwork ? sampleNetwork.inside : sampleNetwork.outside,
    in_network: inNetwork,
    diagnosis_codes: ['Z00.00', ...diagnosis_codes],
    service_date: '2026-01-20',
    urgency: 'standard',
    place_of_service: places[place] ?? null,
    answers,
    documents,
  }
}

/** Draws criteria that have each name once, as a random tree. */
function aTree(names: readonly string[]): fc.Arbitrary<Criteria> {
  const [first = '', ...rest] = names
  if (rest.length === 0) return fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, fc.constant({ not: first }))
  return fc
    .tuple(fc.nat(rest.length - 1), fc.constantFrom('all', 'any', 'at_least', 'not'), fc.nat(8))
    .chain(([at, form, seed]) => {
      const parts =
        names.length > 2 && seed % 2 === 0 ? names.map((name) => [name]) : [names.slice(0, at + 1), names.slice(at + 1)]
      return fc.tuple(...parts.map(aTree)).map((of): Criteria => {
        if (form === 'all') return { all: of }
        if (form === 'any') return { any: of }
        return form === 'not' ? { not: { all: of } } : { at_least: (seed % of.length) + 1, of }
      })
    })
}

const names = ['s0', 's1', 's2', 's3', 's4', 's5'] as const

/** Draws a policy of up to six statements, each in one of the places for criteria, with truths for them. */
export const aPolicyCase: fc.Arbitrary<PolicyCase> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...kinds),
      fc.constantFrom('criteria', 'criteria', 'criteria', 'exception', 'when', 'pend', 'partial'),
      fc.nat(2),
    ),
    {
      minLength: 1,
      maxLength: names.length,
    },
  )
  .chain((drawn) => fc.tuple(fc.constant(drawn), fc.nat(drawn.length * 3 - 1)))
  .chain(([drawn, network]) => {
    const own = drawn.map(([kind, place, which], index) => {
      return { kind: index === network ? networkKind : kind, place, which, name: names[index] ?? '' }
    })
    const at = (place: string) => own.filter((one) => one.place === place).map(({ name }) => name)
    const criteria = [...at('criteria'), ...(at('criteria').length === 0 ? at('exception') : [])]
    const treeOf = (list: readonly string[]) => (list.length === 0 ? fc.constant(undefined) : aTree(list))
    const exceptions = at('criteria').length === 0 ? [] : at('exception')
    return fc
      .record({
        criteria: treeOf(criteria),
        exception: treeOf(exceptions),
        when: treeOf(at('when')),
        pend: treeOf(at('pend')),
        partial: treeOf(at('partial')),
        documents: fc.constantFrom<string[] | undefined>(undefined, ['clinical_note']),
        units: fc.integer({ min: 1, max: 4 }),
        explained: fc.subarray([...names]),
      })
      .map((trees): PolicyCase => makeCase(own, trees))
  })

interface Drawn {
  readonly kind: StatementKind
  readonly name: string
  readonly which: number
}

interface Trees {
  readonly criteria: Criteria | undefined
  readonly exception: Criteria | undefined
  readonly when: Criteria | undefined
  readonly pend: Criteria | undefined
  readonly partial: Criteria | undefined
  readonly documents: string[] | undefined
  readonly units: number
  readonly explained: readonly string[]
}

function makeCase(
  own: readonly Drawn[],
  { criteria, exception, when, pend, partial, documents, units, explained }: Trees,
): PolicyCase {
  return {
    policy: {
      id: 'drawn',
      title: 'Drawn',
      version: '1',
      services: [{ code: '72148' }],
      statements: Object.fromEntries(own.map(({ kind, name }) => [name, kind.statement(name)])),
      ...(criteria !== undefined && { criteria }),
      ...(exception !== undefined && { exceptions: [exception] }),
      ...(when !== undefined && { requires_authorization: { when } }),
      ...(documents !== undefined && { documents }),
      decision: {
        expires_days: 30,
        reasons: Object.fromEntries(
          explained
            .filter((name) => own.some((one) => one.name === name))
            .map((name) => [name, { x12: '0V', text: `Because of ${name}.`, appeal: 'Appeal.' }]),
        ),
        ...(pend !== undefined && { pend_when: pend }),
        ...(partial !== undefined && { partial_when: { when: partial, units: 2 } }),
      },
    },
    names: own.map(({ name }) => name),
    possible: new Map(own.map(({ kind, name }) => [name, kind.truths])),
    truths: new Map(own.map(({ kind, name, which }) => [name, kind.truths[which % kind.truths.length]])),
    units,
    inputsFor(truths) {
      const chosen = own.map(({ kind, name }) => kind.tell(name, truths.get(name)))
      return {
        resources: chosen.flatMap(({ resources = [] }) => resources),
        answers: Object.assign({}, ...chosen.map(({ answers = {} }) => answers)) as JsonObject,
        documents: chosen.flatMap((one) => one.documents ?? []),
        diagnosis_codes: chosen.flatMap((one) => one.diagnosis_codes ?? []),
        place: chosen.reduce((bits, { place = 0 }) => bits | place, 0),
        inNetwork: chosen.every(({ inNetwork = true }) => inNetwork),
      }
    },
  }
}
