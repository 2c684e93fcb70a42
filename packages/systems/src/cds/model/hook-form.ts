import { Type } from 'typebox'
import { uuidPattern } from '../../rest/uuid.js'
import { type Hook, hooks } from './hook.js'
import { hookContexts } from './hook-context.js'

/** An example of a complete request. */
export const hookExample = {
  hook: 'order-sign',
  hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
  context: {
    userId: 'Practitioner/p1',
    patientId: 'ada',
    draftOrders: {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [{ resource: { resourceType: 'MedicationRequest', id: 'draft-1', status: 'draft', intent: 'order' } }],
    },
  },
} as const

const id = Type.String({ pattern: '^[A-Za-z0-9.-]{1,64}$' })
const reference = Type.String({ pattern: '^[A-Z][A-Za-z]+/[A-Za-z0-9.-]{1,64}$' })
const references = Type.Array(reference, { minItems: 1 })
const bundle = Type.Object({ resourceType: Type.Literal('Bundle') })

/**
 * The members of the hooks' contexts, in forms that every hook accepts. Individual hooks accept more, such as other
 * users. FHIR defines the content of resources.
 */
const contextMembers = {
  userId: Type.String({ pattern: '^Practitioner/[A-Za-z0-9.-]{1,64}$' }),
  patientId: id,
  encounterId: id,
  selections: references,
  draftOrders: bundle,
  dispatchedOrders: references,
  performer: reference,
  appointments: bundle,
  allergyIntolerance: Type.Object({ resourceType: Type.Literal('AllergyIntolerance') }),
  conditions: bundle,
  medications: bundle,
}

/** The body of a service call, in one schema for all services. */
export const hookForm = Type.Object(
  {
    hook: Type.String({ description: 'The hook of the service.' }),
    hookInstance: Type.String({ pattern: uuidPattern, description: 'A new UUID.' }),
    context: Type.Object({ ...Type.Partial(Type.Object(contextMembers)).properties, patientId: id }),
    prefetch: Type.Optional(
      Type.Object({}, { description: 'Resources by the keys of its prefetch. Default: it reads them.' }),
    ),
  },
  {
    anyOf: hooks.map((hook) => ({
      properties: { hook: { const: hook }, context: { required: requiredBy(hook) } },
    })),
  },
)

/** Returns the required members of a hook's context besides `patientId`, which all require. */
function requiredBy(hook: Hook): readonly string[] {
  return (Type.Object(hookContexts[hook]).required ?? []).filter((name) => name !== 'patientId')
}
