import {
  type FhirRequest,
  type FhirResponse,
  type FhirStore,
  handleFhirInSteps,
  isResourceType,
  operationOutcome,
} from '@carebench/fhir'
import type { RecordedEvent, SimulatorCall } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol'
import { type ReturnedRecord, tellReturned } from '../returned-records.js'
import type { SimulatorContext, SimulatorOutcome, SimulatorResponse } from '../simulator.js'
import { fhirEvent } from './events.js'
import { handoverEvents } from './pool-work.js'
import { type FhirEffect, type FhirState, fhirContext } from './state.js'
import { isPersonType, peopleOfResource } from './view/identity.js'

/** Responds to a call to the FHIR server. */
export function handleFhirCall(
  state: FhirState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<FhirEffect> {
  return finish(handleFhirCallInSteps(state, call, context))
}

/** Does the same as {@link handleFhirCall} in steps: a batch or a transaction pauses after each entry. */
export function* handleFhirCallInSteps(
  state: FhirState,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<FhirEffect>> {
  const { record, config } = state
  const enforceReferences = config.dangling_references !== 'accept'
  const answer = yield* handleFhirInSteps(record, toFhirRequest(call), { ...fhirContext(context), enforceReferences })
  const { status, headers, body, base64, effects, events, returned, examined, relativeUrls } = answer
  const logged: RecordedEvent[] = []
  for (const event of events) {
    const { ofEntry } = event
    const recorded = [fhirEvent(event)]
    logged.push(...(ofEntry ? yield* tellReturned(recorded, listRecords(record, ofEntry)) : recorded))
    yield
  }
  const counted = yield* tellReturned(logged, listRecords(record, { returned, examined }))
  return {
    response: {
      status,
      headers,
      body: body !== null ? { text: body } : base64 !== undefined ? { base64 } : null,
      ...(relativeUrls.length > 0 && { relativeUrls }),
    },
    effects,
    // Log a rejected call only if the error discloses chart data.
    events:
      status < 400
        ? [...counted, ...(yield* handoverEvents(state, effects))]
        : counted.filter((event) => event.returned !== undefined),
  }
}

/** Yields the records one by one, because a Bundle may examine hundreds of thousands. */
function* listRecords(
  record: FhirStore,
  { returned, examined }: Pick<FhirResponse, 'returned' | 'examined'>,
): Generator<ReturnedRecord, void> {
  for (const resource of returned) {
    yield { collection: `fhir.${resource.resourceType}`, people: peopleOfResource(resource) }
  }
  let patients: number | undefined
  for (const { resourceType, named, beyondReturned } of examined) {
    const collection = `fhir.${resourceType}`
    let hasPeople = false
    for (const name of named) {
      const people = peopleNamed(record, name)
      hasPeople ||= people === undefined || people.length > 0
      if (people === undefined) continue
      yield { collection, people, shown: false }
    }
    // If nobody is named, every patient may have been examined.
    if (hasPeople || !beyondReturned) continue
    patients ??= record.search('Patient', [['_summary', 'count']]).total ?? 0
    yield { collection, people: [], shown: false, more: patients }
  }
}

/**
 * Returns the people to whom the value of a search leads. A reference (`Patient/p1`) and a search by identifier
 * (`Patient?identifier=…`) lead to the people of the resources that they find; any other value is returned as it is,
 * and so is a reference to an unknown person. Undefined if the search by identifier finds nothing: then the response
 * reveals nothing about anybody.
 */
function peopleNamed(record: FhirStore, name: string): readonly string[] | undefined {
  const [searched = '', token] = name.split('?identifier=', 2)
  if (token !== undefined && isResourceType(searched)) {
    const { matches } = record.search(searched, [['identifier', token]])
    return matches.length === 0 ? undefined : matches.flatMap(({ resource }) => peopleOfResource(resource))
  }
  const [type = '', id] = name.split('/')
  if (id === undefined || !isResourceType(type)) return [name]
  const stored = record.read(type, id)
  if (stored !== undefined) return peopleOfResource(stored.resource)
  return isPersonType(type) ? [name] : []
}

/** Returns the response to a body that is not valid JSON, an OperationOutcome. */
export function refuseFhirJson(diagnostics: string): SimulatorResponse {
  const outcome = operationOutcome([{ severity: 'error', code: 'structure', diagnostics }])
  return { status: 400, headers: { 'content-type': 'application/fhir+json' }, body: { json: outcome } }
}

function toFhirRequest({ method, path, query, headers, body }: SimulatorCall): FhirRequest {
  const { 'x-access-rights': rights, ...others } = headers
  const request = { method, path, query, headers: others, ...(rights !== undefined && { rights }) }
  if (body === null) return request
  if ('base64' in body) return { ...request, base64: body.base64 }
  return { ...request, body: 'json' in body ? body.json : body.text }
}
