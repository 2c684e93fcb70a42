import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { findStructure } from '../../resource/definitions/structure-table.js'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { formatReference, readId } from '../../resource/fhir-resource.js'
import { createInformation, type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import type { FhirStore } from '../../store/store.js'
import { checkResource } from '../../validation/write-rules.js'
import type { FhirContext } from '../fhir-context.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalidError, selectParameters } from '../request/result-parameters.js'
import { type ActionResult, createReadResult, requireResource } from './record-actions.js'
import { createWriteRules } from './reference-integrity.js'

const parameterNames = ['resource', 'mode', 'profile']
const modes = ['create', 'update', 'delete'] as const

interface Validation {
  readonly resource: JsonValue | undefined
  readonly mode: (typeof modes)[number] | undefined
}

/**
 * Runs `[type]/$validate` and `[type]/[id]/$validate`: returns an OperationOutcome with the issues for which a write
 * would be rejected, with status 200. The body is the resource or a Parameters with `resource` and `mode`; without
 * either, checks the stored resource. `profile` may only be the R4 definition of the type, or of a type from which it
 * is derived. Throws a FhirError (400) on any other profile.
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
    const present = requireResource(store, resourceType, id)
    const events = [{ type: 'read', resourceType, id }] as const
    if (mode === 'delete')
      return createResponse([createInformation(`${formatReference(resourceType, id)} can be deleted.`)], events)
    return createResponse(listIssues(store, resourceType, id, present.resource, context), events)
  }
  return createResponse(listIssues(store, resourceType, mode === 'create' ? undefined : id, resource, context))
}

function listIssues(
  store: FhirStore,
  resourceType: string,
  id: string | undefined,
  resource: JsonValue,
  { now, enforceReferences = false }: FhirContext,
): readonly OutcomeIssue[] {
  try {
    const self = id === undefined ? undefined : formatReference(resourceType, id)
    const before = () => (id === undefined ? undefined : store.read(resourceType, id)?.resource)
    const bodyId = readId(
      checkResource(resource, resourceType, createWriteRules(store, { now, enforceReferences }, self, before)),
    )
    if (id !== undefined && bodyId !== id) {
      throw FhirError.of(
        400,
        'invalid',
        `Expected "id":"${id}" in the resource, as the URL says, got ${JSON.stringify(bodyId ?? null)}.`,
        `${resourceType}.id`,
      )
    }
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return error.issues
  }
  return [
    createInformation(
      `No issues: a write of this ${resourceType} would be accepted. Checked: elements, types, required codes, types ` +
        `of reference targets, and size. Not checked: other codes, profiles${
          enforceReferences ? '' : ', and whether reference targets exist'
        }.`,
    ),
  ]
}

function parseValidation(
  resourceType: string,
  query: QueryParameters,
  body: JsonValue | undefined,
  lenient: boolean,
): Validation {
  const parameters = new Map<string, JsonValue>(selectParameters(query, parameterNames.slice(1), '$validate', lenient))
  let resource = body
  if (isJsonObject(body) && body.resourceType === 'Parameters') {
    const parts = Array.isArray(body.parameter) ? body.parameter.filter(isJsonObject) : []
    // A Parameters resource can itself be the resource to check.
    if (parts.some(({ name }) => parameterNames.includes(String(name)))) {
      resource = undefined
      for (const part of parts) {
        const { name } = part
        if (name === 'resource') resource = part.resource
        else if (name === 'mode') parameters.set(name, part.valueCode ?? null)
        else if (name === 'profile') parameters.set(name, part.valueUri ?? part.valueCanonical ?? null)
        else selectParameters([[String(name), '']], parameterNames, '$validate', lenient)
      }
    }
  }
  const profile = parameters.get('profile')
  if (profile !== undefined && !isBaseProfile(profile, resourceType)) {
    throw FhirError.of(
      400,
      'not-supported',
      `$validate checks no profiles but the definitions of R4, such as ${baseProfile}${resourceType}, got ` +
        `${describe(profile)}. Leave the parameter "profile" out.`,
    )
  }
  const modeValue = parameters.get('mode')
  const mode = modes.find((known) => known === modeValue)
  if (modeValue !== undefined && mode === undefined) throw invalidError('mode', modes.join(', '), String(modeValue))
  return { resource, mode }
}

const baseProfile = 'http://hl7.org/fhir/StructureDefinition/'

/** Whether a profile is the R4 definition of a resource type, of Resource or, if it applies, of DomainResource. */
function isBaseProfile(profile: JsonValue, resourceType: string): boolean {
  if (typeof profile !== 'string') return false
  const names = [resourceType, 'Resource', ...(hasNarrative(resourceType) ? ['DomainResource'] : [])]
  return names.some((name) => profile.replace(/\|4\.0(?:\.1)?$/, '') === baseProfile + name)
}

function hasNarrative(resourceType: string): boolean {
  return findStructure(resourceType)?.elements.has('text') === true
}

function createResponse(issues: readonly OutcomeIssue[], events: ActionResult['events'] = []): ActionResult {
  return createReadResult(JSON.stringify(operationOutcome(issues)), events)
}
