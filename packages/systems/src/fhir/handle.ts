import {
  type ExaminedRecords,
  type FhirRequest,
  type FhirResource,
  type FhirStore,
  handleFhirInSteps,
  isResourceType,
  operationOutcome,
} from '@carebench/fhir'
import type { SimulatorCall } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol'
import { type ReturnedRecord, tellReturned } from '../returned-records.js'
import type { SimulatorContext, SimulatorOutcome, SimulatorResponse } from '../simulator.js'
import { fhirEvent } from './events.js'
import { isPersonType, peopleOfResource } from './identity.js'
import { handoverEvents } from './pool-work.js'
import { type FhirEffect, type FhirState, fhirContext } from './state.js'

/** Answers a call to the FHIR server. */
export function handleFhirCall(
  state: FhirState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<FhirEffect> {
  return finish(handleFhirCallInSteps(state, call, context))
}

/** The same in steps: a batch or a transaction pauses after each entry. */
export function* handleFhirCallInSteps(
  state: FhirState,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<FhirEffect>> {
  const { record, config } = state
  const enforceReferences = config.dangling_references !== 'accept'
  const answer = yield* handleFhirInSteps(record, requestOf(call), { ...fhirContext(context), enforceReferences })
  const { status, headers, body, base64, effects, events, returned, examined, relativeUrls } = answer
  const told = tellReturned(events.map(fhirEvent), [
    ...returned.map(recordOf),
    ...examined.flatMap((records) => examinedOf(record, records)),
  ])
  return {
    response: {
      status,
      headers,
      body: body !== null ? { text: body } : base64 !== undefined ? { base64 } : null,
      ...(relativeUrls.length > 0 && { relativeUrls }),
    },
    effects,
    // A refused call is told only if its refusal says something about somebody's record.
    events:
      status < 400
        ? [...told, ...handoverEvents(state, effects)]
        : told.filter((event) => event.returned !== undefined),
  }
}

function recordOf(resource: FhirResource): ReturnedRecord {
  return { collection: `fhir.${resource.resourceType}`, people: peopleOfResource(resource) }
}

/** The records that a search examined, as records of those whom it names; of an unknown number of people if it names none. */
function examinedOf(
  record: FhirStore,
  { resourceType, named, beyondReturned }: ExaminedRecords,
): readonly ReturnedRecord[] {
  const collection = `fhir.${resourceType}`
  const people = named.flatMap((name) => peopleNamed(record, name))
  if (people.length > 0) return [{ collection, people, shown: false }]
  const more = beyondReturned ? (record.search('Patient', [['_summary', 'count']]).total ?? 0) : 0
  return more === 0 ? [] : [{ collection, people, shown: false, more }]
}

/** A person by a reference or an identifier, or those whom another resource is about. */
function peopleNamed(record: FhirStore, name: string): readonly string[] {
  const [type = '', id] = name.split('/')
  if (id === undefined || !isResourceType(type)) return [name]
  const stored = record.read(type, id)
  if (stored !== undefined) return peopleOfResource(stored.resource)
  return isPersonType(type) ? [name] : []
}

/** Refuses a body that is not JSON with an OperationOutcome. */
export function refuseFhirJson(diagnostics: string): SimulatorResponse {
  const outcome = operationOutcome([{ severity: 'error', code: 'structure', diagnostics }])
  return { status: 400, headers: { 'content-type': 'application/fhir+json' }, body: { json: outcome } }
}

function requestOf({ method, path, query, headers, body }: SimulatorCall): FhirRequest {
  const { 'x-access-rights': rights, ...others } = headers
  const request = { method, path, query, headers: others, ...(rights !== undefined && { rights }) }
  if (body === null) return request
  if ('base64' in body) return { ...request, base64: body.base64 }
  return { ...request, body: 'json' in body ? body.json : body.text }
}
