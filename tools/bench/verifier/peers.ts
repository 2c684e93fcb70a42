import type { JsonObject } from '@carebench/protocol'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4/index.js'
import { Engine } from 'json-rules-engine'
import jsonata from 'jsonata'
import { JSONPath } from 'jsonpath-plus'
import type { Workload } from './workload.js'

/** Returns for each criterion how many of its checks pass. */
type Count = () => readonly number[] | Promise<readonly number[]>

/**
 * A library that people use instead. Each gets the record already located, except jsonata, which searches the document.
 */
export interface Peer {
  readonly name: string
  readonly run: Count
}

/** Checks the located record with json-rules-engine, one rule for each check. */
export function jsonRulesEngine({ wanted }: Workload, index: ReadonlyMap<unknown, JsonObject>): Peer {
  const engines = wanted.map(({ fields }) => {
    const engine = new Engine([], { allowUndefinedFacts: true })
    for (const { path, expected } of fields) {
      const condition = { fact: 'record', path: `$.${path}`, operator: 'equal', value: expected }
      engine.addRule({ conditions: { all: [condition] }, event: { type: path } })
    }
    return engine
  })
  return {
    name: 'json-rules-engine, record located',
    run: () =>
      Promise.all(
        wanted.map(async ({ key }, place) => {
          const result = await engines[place]?.run({ record: index.get(key) })
          return result?.events.length ?? 0
        }),
      ),
  }
}

/** Checks the located record with jsonpath-plus, one JSONPath for each check. */
export function jsonpathPlus({ wanted }: Workload, index: ReadonlyMap<unknown, JsonObject>): Peer {
  return {
    name: 'jsonpath-plus, record located',
    run: () =>
      wanted.map(({ key, fields }) => {
        const json = index.get(key) ?? {}
        let passed = 0
        for (const { path, expected } of fields) {
          const actual: unknown = JSONPath({ path: `$.${path}`, json, wrap: false, eval: false })
          if (actual === expected) passed++
        }
        return passed
      }),
  }
}

/** Finds the record in the document and reads all fields, with one JSONata expression for each criterion. */
export function jsonataOverDocument({ name, records, wanted }: Workload): Peer {
  const keyPath = name === 'portal rows' ? 'auth_number' : 'subject.reference'
  const expressions = wanted.map(({ key, fields }) =>
    jsonata(`records[${keyPath}=${JSON.stringify(key)}].[${fields.map(({ path }) => path).join(', ')}]`),
  )
  const document = { records }
  return {
    name: 'jsonata, over the document',
    run: () =>
      Promise.all(
        wanted.map(async ({ fields }, place) => {
          const found: unknown = await expressions[place]?.evaluate(document)
          const values = Array.isArray(found) ? found : []
          return fields.filter(({ expected }, field) => values[field] === expected).length
        }),
      ),
  }
}

/** Checks the located resource with ten FHIRPath expressions, which are compiled once. */
export function fhirpathCompiled({ wanted }: Workload, index: ReadonlyMap<unknown, JsonObject>): Peer {
  const compiled = new Map<string, (resource: JsonObject) => readonly unknown[]>()
  for (const { fields } of wanted) {
    for (const { path } of fields) {
      // quantityQuantity is the choice element quantity[x]; FHIRPath names it without its type.
      const expression = path.replace('quantityQuantity', 'quantity').replace('occurrencePeriod', 'occurrence')
      if (!compiled.has(path)) compiled.set(path, compileFhirpath(expression))
    }
  }
  return {
    name: 'fhirpath, compiled, resource located',
    run: () =>
      wanted.map(({ key, fields }) => {
        const resource = index.get(key) ?? {}
        return fields.filter(({ path, expected }) => compiled.get(path)?.(resource)[0] === expected).length
      }),
  }
}

function compileFhirpath(expression: string): (resource: JsonObject) => readonly unknown[] {
  // With exactOptionalPropertyTypes, the model of the package does not fit the package's own type.
  const evaluate = fhirpath.compile(expression, r4 as unknown as Parameters<typeof fhirpath.compile>[1])
  return (resource) => {
    const found: unknown = evaluate(resource)
    return Array.isArray(found) ? found : []
  }
}
