// How long does a payer's decision take, and how does that grow with the statements of its policy and with the chart?
//
// A policy of 40 statements, each with a search of its own, decides on a chart of 400 resources of three types; also
// with half as many statements, and with half the chart. The peer evaluates one compiled FHIRPath expression for each
// statement.

import {
  chartOf,
  compilePolicy,
  decide,
  findPolicyFaults,
  type Policy,
  type PolicyRequest,
} from '@carebench/systems/policy'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4/index.js'
import type { Bench } from './src/benchmark.js'

const codes = 50
const loinc = 'http://loinc.org'

type Resource = Parameters<typeof chartOf>[0] extends Iterable<infer One> ? One : never

/** Returns a chart that contains half of what the statements look for. */
function makeResources(count: number): readonly Resource[] {
  return Array.from({ length: count }, (_, index): Resource => {
    const code = { coding: [{ system: loinc, code: `c${Math.floor(index / 4) % codes}` }] }
    const day = `2025-${String((index % 12) + 1).padStart(2, '0')}-10`
    const id = `r${index}`
    if (index % 4 === 0) return { resourceType: 'Condition', id, code }
    if (index % 4 === 1) return { resourceType: 'Procedure', id, status: 'completed', code, performedDateTime: day }
    const valueQuantity = { value: index % 90, system: 'http://unitsofmeasure.org', code: '%' }
    return { resourceType: 'Observation', id, status: 'final', code, effectiveDateTime: day, valueQuantity }
  })
}

function makePolicy(count: number): Policy {
  const names = Array.from({ length: count }, (_, index) => `s${index}`)
  const statements = names.map((name, index): [string, NonNullable<Policy['statements']>[string]] => {
    const code = `${loinc}|c${index}`
    if (index % 4 === 0) return [name, { fact: { search: `Condition?code=${code}` } }]
    if (index % 4 === 1) return [name, { fact: { search: `Procedure?code=${code}`, within_days: 365 } }]
    const fact = { search: `Observation?code=${code}`, value: 'value-quantity', within_days: 365 }
    return [name, { answer_type: 'number', unit: '%', enough: { at_most: 88 }, fact }]
  })
  return {
    id: 'many',
    title: 'Many statements',
    version: '1',
    statements: Object.fromEntries(statements),
    criteria: { at_least: Math.ceil(count / 2), of: names },
  }
}

const request: PolicyRequest = {
  procedure_code: '72148',
  units: 1,
  patient_member_id: 'M-1',
  patient_dob: '1961-04-30',
  plan: null,
  provider_npi: null,
  diagnosis_codes: [],
  service_date: '2026-01-05',
  urgency: 'standard',
  answers: {},
  documents: [],
}

function deciding(statements: number, resources: number) {
  const policy = makePolicy(statements)
  const [fault] = findPolicyFaults(JSON.parse(JSON.stringify(policy)))
  if (fault !== undefined) throw new Error(`${fault.path}: ${fault.message}`)
  const compiled = compilePolicy(policy)
  const chart = makeResources(resources)
  return () => decide(compiled, chartOf(chart), request)
}

/** Returns a function that evaluates the same statements as FHIRPath, and returns the result of each. */
function evaluating(statements: number, resources: number) {
  const chart = { resourceType: 'Bundle', entry: makeResources(resources).map((resource) => ({ resource })) }
  const paths = Array.from({ length: statements }, (_, index) => {
    const coded = `.where(code.coding.where(system = '${loinc}' and code = 'c${index}').exists())`
    if (index % 4 === 0) return `Bundle.entry.resource.ofType(Condition)${coded}.exists()`
    if (index % 4 === 1)
      return `Bundle.entry.resource.ofType(Procedure)${coded}.where(performed >= @2025-01-05).exists()`
    return `Bundle.entry.resource.ofType(Observation)${coded}.value.value.last() <= 88`
  })
  const compiled = paths.map((path) => fhirpath.compile(path, r4 as unknown as Parameters<typeof fhirpath.compile>[1]))
  return () => compiled.map((evaluate) => evaluate(chart))
}

const sizes: readonly (readonly [statements: number, resources: number])[] = [
  [20, 400],
  [40, 200],
  [40, 400],
]

export async function run(bench: Bench): Promise<void> {
  for (const [statements, resources] of bench.sizes([20, 40], ...sizes)) {
    const decided = deciding(statements, resources)
    await bench.race({
      case: `${statements} statements on ${resources} resources`,
      expected: decided().outcome,
      contenders: [
        { name: 'carebench', run: decided, answer: async () => decided().outcome },
        {
          name: 'fhirpath',
          run: evaluating(statements, resources),
          answer: async () => (evaluating(statements, resources)().length === statements ? decided().outcome : 'none'),
        },
      ],
    })
  }
}
