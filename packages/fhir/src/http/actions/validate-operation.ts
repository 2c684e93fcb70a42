import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { structureOf } from '../../resource/definitions/structure-table.js'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { idOf, referenceTo } from '../../resource/fhir-resource.js'
import { informational, type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import type { FhirStore } from '../../store/store.js'
import { checkResource } from '../../validation/write-rules.js'
import type { FhirContext } from '../fhir-context.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalid, knownParameters } from '../request/result-parameters.js'
import { type ActionResult, observed, presentResource } from './record-actions.js'
import { writeRules } from './reference-integrity.js'

const parameterNames = ['resource', 'mode', 'profile']
const modes = ['create', 'update', 'delete'] as const

interface Validation {
  readonly resource: JsonValue | undefined
  readonly mode: (typeof modes)[number] | undefined
}

/**
 * Answers `[type]/$validate` and `[type]/[id]/$validate`: an OperationOutcome with the issues that a write would be
 * refused for, always with status 200. The body is the resource or a Parameters with `resource` and `mode`; without
 * either, the stored resource is checked. The definition of its type in R4 may be named as the
 * profile. Throws a FhirError (400) on any other: validation against profiles is not supported.
 */
export function validateResource(
  store: FhirStore,
  resourceType: string,
  id: string | undefined,
  query: QueryParameters,
  body: JsonValue | undefined,
  context: FhirContext,
  lenient: boolean,
): ActionResult {
  const { resource, mode } = parseValidation(resourceType, query, body, lenient)
  if (id === undefined && (mode === 'update' || mode === 'delete')) {
    throw FhirError.of(400, 'required', `mode=${mode} is for one resource: POST ${resourceType}/[id]/$validate.`)
  }
  if (resource === undefined) {
    if (id === undefined) {
      throw FhirError.of(
        400,
        'required',
        `$validate: expected a ${resourceType} as the body, or a Parameters with a parameter "resource", got ` +
          `${describe(body)}.`,
      )
    }
    const present = presentResource(store, resourceType, id)
    const events = [{ type: 'read', resourceType, id }] as const
    if (mode === 'delete') return answer([informational(`${referenceTo(resourceType, id)} can be deleted.`)], events)
    return answer(issuesOf(store, resourceType, id, present.resource, context), events)
  }
  return answer(issuesOf(store, resourceType, mode === 'create' ? undefined : id, resource, context))
}

function issuesOf(
  store: FhirStore,
  resourceType: string,
  id: string | undefined,
  resource: JsonValue,
  { now, enforceReferences = false }: FhirContext,
): readonly OutcomeIssue[] {
  try {
    const self = id === undefined ? undefined : referenceTo(resourceType, id)
    const before = () => (id === undefined ? undefined : store.read(resourceType, id)?.resource)
    const given = idOf(
      checkResource(resource, resourceType, writeRules(store, { now, enforceReferences }, self, before)),
    )
    if (id !== undefined && given !== id) {
      throw FhirError.of(
        400,
        'invalid',
        `Expected "id":"${id}" in the resource, as the URL says, got ${JSON.stringify(given ?? null)}.`,
        `${resourceType}.id`,
      )
    }
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return error.issues
  }
  return [
    informational(
      `No fault was found: a write of this ${resourceType} is taken. Checked were its elements, their types, the ` +
        'codes they must be of, what they may refer to, and its size; not other codes, profiles, or whether what it ' +
        'refers to is there.',
    ),
  ]
}

function parseValidation(
  resourceType: string,
  query: QueryParameters,
  body: JsonValue | undefined,
  lenient: boolean,
): Validation {
  const given = new Map<string, JsonValue>(knownParameters(query, parameterNames.slice(1), '$validate', lenient))
  let resource = body
  if (isJsonObject(body) && body.resourceType === 'Parameters') {
    const parts = Array.isArray(body.parameter) ? body.parameter.filter(isJsonObject) : []
    // A Parameters resource can itself be the resource to check.
    if (parts.some(({ name }) => parameterNames.includes(String(name)))) {
      resource = undefined
      for (const part of parts) {
        const { name } = part
        if (name === 'resource') resource = part.resource
        else if (name === 'mode') given.set(name, part.valueCode ?? null)
        else if (name === 'profile') given.set(name, part.valueUri ?? part.valueCanonical ?? null)
        else knownParameters([[String(name), '']], parameterNames, '$validate', lenient)
      }
    }
  }
  const profile = given.get('profile')
  if (profile !== undefined && !isBaseProfile(profile, resourceType)) {
    throw FhirError.of(
      400,
      'not-supported',
      `$validate checks no profiles but the definitions of R4, such as ${baseProfile}${resourceType}, got ` +
        `${describe(profile)}. Leave the parameter "profile" out.`,
    )
  }
  const wanted = given.get('mode')
  const mode = modes.find((known) => known === wanted)
  if (wanted !== undefined && mode === undefined) throw invalid('mode', modes.join(', '), String(wanted))
  return { resource, mode }
}

const baseProfile = 'http://hl7.org/fhir/StructureDefinition/'

/** Whether a profile is the definition of a resource type in R4, which every resource of it is checked against. */
function isBaseProfile(profile: JsonValue, resourceType: string): boolean {
  if (typeof profile !== 'string') return false
  const names = [resourceType, 'Resource', ...(hasNarrative(resourceType) ? ['DomainResource'] : [])]
  return names.some((name) => profile.replace(/\|4\.0(?:\.1)?$/, '') === baseProfile + name)
}

function hasNarrative(resourceType: string): boolean {
  return structureOf(resourceType)?.elements.has('text') === true
}

function answer(issues: readonly OutcomeIssue[], events: ActionResult['events'] = []): ActionResult {
  return observed(JSON.stringify(operationOutcome(issues)), events)
}
