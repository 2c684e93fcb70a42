import type { FhirJson, JsonObject, JsonValue, TaskSession } from '@carebench/client'
import { isJsonObject, textAt } from './json-member.js'
import type { ToolDescription } from './model.js'

/** A tool: its description for the model, and the function that calls a simulated system of the task. */
export interface Tool extends ToolDescription {
  run(session: TaskSession, args: JsonObject): Promise<JsonValue>
}

const text = { type: 'string' }
const object = { type: 'object' }

/** The tools that the model gets. Add more for the other simulated systems, or replace these. */
export const tools: readonly Tool[] = [
  {
    name: 'search_record',
    description: 'Search the FHIR R4 record, for example type "Patient" with parameters {"family": "Okafor"}.',
    parameters: { ...object, properties: { type: text, parameters: object }, required: ['type'] },
    run: async ({ fhir }, args) => {
      const found: FhirJson[] = []
      for await (const one of fhir.searchAll(textAt(args, 'type'), readParameters(args))) found.push(one)
      return found
    },
  },
  {
    name: 'read_record',
    description: 'Read one resource of the record by its reference, for example "Practitioner/prac-1".',
    parameters: { ...object, properties: { reference: text }, required: ['reference'] },
    run: ({ fhir }, args) => {
      const [type = '', id = ''] = textAt(args, 'reference').split('/')
      return fhir.read(type, id)
    },
  },
  {
    name: 'look_up_member',
    description: "Look up a member in the payer's portal by member number.",
    parameters: { ...object, properties: { member_id: text }, required: ['member_id'] },
    run: ({ portal }, args) => portal.findPatients({ member_id: textAt(args, 'member_id') }),
  },
  {
    name: 'submit_prior_auth',
    description: "Send a prior authorization through the payer's portal; `form` has its fields.",
    parameters: { ...object, properties: { form: object }, required: ['form'] },
    run: ({ portal }, args) => portal.submitPriorAuth(isJsonObject(args.form) ? args.form : {}),
  },
]

function readParameters(args: JsonObject): Record<string, string> {
  const given = isJsonObject(args.parameters) ? args.parameters : {}
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
}
