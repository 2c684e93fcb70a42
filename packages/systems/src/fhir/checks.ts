import { compileSearch, FhirError, type ResourceSearch } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { defineSystemCheck, type Findings, type PreparedEvidence } from '@carebench/verifier'
import {
  compileRecordRule,
  fieldSchema,
  fieldsAt,
  jsonEqual,
  judgeRecords,
  listedValues,
  listValues,
  pointerTo,
  recordRuleMembers,
  type SelectedRecord,
  type Selection,
  shorten,
  unobserved,
} from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { describeObstacle, type SearchParameters } from './view/describe-obstacle.js'
import { FhirList } from './view/fhir-list.js'
import { fhirDifferences, fhirOf } from './view/fhir-of-state.js'
import type { FhirView, ViewedResource } from './view/fhir-view.js'
import { readContent } from './view/resource-content.js'
import { resourceFormat } from './view/resource-format.js'
import { readId, writeReference } from './view/write-reference.js'

const schema = Type.Object(
  {
    assert: Type.Literal('fhir-resource-state'),
    resource_type: Type.String({ minLength: 1 }),
    search: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]))),
    fields: Type.Optional(Type.Array(fieldSchema)),
    ...recordRuleMembers,
  },
  { additionalProperties: false },
)

interface Conditions {
  readonly parameters: SearchParameters
  readonly search: ResourceSearch
}

/** `fhir-resource-state`: resources of a type that a FHIR search finds in the final record. */
export const fhirResourceState = defineSystemCheck({
  kind: 'fhir-resource-state',
  schema,
  compile(assertion, findings) {
    const { resource_type: type, search = {}, fields = [], match, count, exclusive } = assertion
    const conditions = compileConditions(type, search, findings)
    const compiled = compileRecordRule(
      { fields: fieldsAt(fields, '/fields'), match, count, exclusive },
      resourceFormat,
      findings,
    )
    if (conditions === undefined || compiled === undefined) return undefined
    return {
      selectingPaths: compiled.selectingPaths({
        noun: `${type} resources`,
        records(state) {
          const fhir = fhirOf(state)
          return fhir && resourcesOfType(fhir, type)
        },
        changed(earlier, state) {
          const differences = fhirDifferences(earlier, state)
          return differences && (differences.get(type)?.after ?? [])
        },
      }),
      announce(evidence) {
        if (evidence.final.isKept) return
        const fhir = fhirOf(evidence.final)
        if (fhir instanceof FhirList) fhir.announce(conditions.search)
      },
      prepare: (evidence) => fhirOf(evidence.final)?.prepare?.(conditions.search),
      evaluate(evidence, context) {
        const fhir = fhirOf(evidence.final)
        if (fhir === undefined) return unobserved(evidence.final.nameOf('fhir'))
        // Read first, so that a malformed record is always reported.
        const selected = new SelectedResources(fhir, conditions, evidence)
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        return judgeRecords(selected, compiled.rule, scope)
      },
    }
  },
})

/** Parameters that shape a search response and select nothing. */
const shaping = new Set([
  '_count',
  '_sort',
  '_total',
  '_summary',
  '_after',
  '_format',
  '_pretty',
  '_include',
  '_include:iterate',
  '_revinclude',
  '_revinclude:iterate',
  '_elements',
])

/** Compiles the search. Reports the errors of each parameter separately. */
function compileConditions(
  type: string,
  search: Readonly<Record<string, string | readonly string[]>>,
  findings: Findings,
): Conditions | undefined {
  const before = findings.list.length
  const attempt = (path: string, parameters: SearchParameters): ResourceSearch | undefined => {
    try {
      return compileSearch(type, parameters)
    } catch (error) {
      if (error instanceof FhirError) return findings.add(path, error.message)
      throw error
    }
  }
  if (attempt('/resource_type', []) === undefined) return undefined
  const all: [string, string][] = []
  for (const [name, values] of Object.entries(search)) {
    const path = pointerTo('/search', name)
    if (shaping.has(name)) {
      findings.add(path, `${name} selects no resources; use "match" or "count"`)
      continue
    }
    const parameters = (typeof values === 'string' ? [values] : values).map((value): [string, string] => [name, value])
    attempt(path, parameters)
    all.push(...parameters)
  }
  if (findings.list.length > before) return undefined
  const together = attempt('/search', all)
  return together && { parameters: all, search: together }
}

/** The resources of a type that match a search. */
class SelectedResources implements Selection<JsonValue> {
  readonly size: number
  readonly #fhir: FhirView
  readonly #conditions: Conditions
  readonly #matches: readonly ViewedResource[]
  readonly #evidence: PreparedEvidence

  constructor(fhir: FhirView, conditions: Conditions, evidence: PreparedEvidence) {
    this.#fhir = fhir
    this.#conditions = conditions
    this.#evidence = evidence
    this.#matches = fhir.find(conditions.search)
    this.size = this.#matches.length
  }

  get #type(): string {
    return this.#conditions.search.resourceType
  }

  at(index: number): SelectedRecord<JsonValue> {
    const { resource } = this.#matches[index] as ViewedResource
    return new SelectedResource(resource, this.#type, this.#evidence)
  }

  describe(): string {
    const query = this.#conditions.parameters.map(([name, value]) => `${name}=${shorten(value, 80)}`).join('&')
    return `${this.#type} resources${query === '' ? '' : ` with ${query}`}`
  }

  earlier(): Iterable<JsonValue> | undefined {
    const before = this.#evidence.initial && fhirOf(this.#evidence.initial)
    return before && findResources(before, this.#conditions.search)
  }

  *rivals(): Iterable<SelectedRecord<JsonValue>> {
    const { initial, final } = this.#evidence
    const written = initial && fhirDifferences(initial, final)
    const all = written?.get(this.#type)?.after ?? (written ? [] : resourcesOfType(this.#fhir, this.#type))
    for (const resource of all) yield new SelectedResource(resource, this.#type, this.#evidence)
  }

  describeOthers(): string {
    return (
      `${describeOthers(this.#fhir, this.#type)}` +
      `${describeObstacle(this.#fhir, this.#type, this.#conditions.parameters)}`
    )
  }
}

class SelectedResource implements SelectedRecord<JsonValue> {
  readonly value: JsonObject
  readonly #type: string
  readonly #evidence: PreparedEvidence
  #reference: string | undefined

  constructor(value: JsonObject, type: string, evidence: PreparedEvidence) {
    this.value = value
    this.#type = type
    this.#evidence = evidence
  }

  identify(): JsonObject {
    return { reference: this.describe() }
  }

  describe(): string {
    this.#reference ??= writeReference(this.value, this.#type)
    return this.#reference
  }

  isUnchanged(): boolean {
    const earlier = this.earlier()
    return earlier !== undefined && (earlier === this.value || jsonEqual(readContent(earlier), readContent(this.value)))
  }

  earlier(): JsonObject | undefined {
    const before = this.#evidence.initial && fhirOf(this.#evidence.initial)
    const id = readId(this.value)
    return before === undefined || id === undefined ? undefined : before.read(this.#type, id)?.resource
  }
}

function* resourcesOfType(fhir: FhirView, type: string): Iterable<JsonObject> {
  for (const { resource } of fhir.resources(type)) yield resource
}

function* findResources(fhir: FhirView, search: ResourceSearch): Iterable<JsonValue> {
  for (const { resource } of fhir.find(search)) yield resource
}

/**
 * Lists the first references and how many there are in all: large records have many, and every failing criterion lists
 * some.
 */
function listFirst(first: readonly string[], count: number): string {
  return listValues(first, listedValues, count)
}

function describeOthers(fhir: FhirView, type: string): string {
  const known = fhir.count?.(type)
  const first: string[] = []
  let seen = 0
  for (const { resource } of fhir.resources(type)) {
    if (seen++ < listedValues) first.push(writeReference(resource, type))
    else if (known !== undefined) break
  }
  const count = known ?? seen
  return count === 0
    ? `The record has no ${type}.`
    : `The record has ${plural(count, type)}: ${listFirst(first, count)}.`
}
