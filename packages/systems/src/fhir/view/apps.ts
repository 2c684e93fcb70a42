import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, AppStart, ShownList, ShownSubject } from '../../app.js'
import { chartForms } from './chart-forms.js'
import { describeResource, readDataType } from './described-resource.js'

/** The parameters of a link of a Bundle. */
function queryIn(url: JsonValue | undefined): Readonly<Record<string, string>> | null {
  if (typeof url !== 'string') return null
  const mark = url.indexOf('?')
  return mark === -1 ? null : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)))
}

/** The resources of a Bundle. */
function readBundle(body: JsonValue): ShownList | null {
  if (!isJsonObject(body) || body.resourceType !== 'Bundle') return null
  const entries = Array.isArray(body.entry) ? body.entry.filter(isJsonObject) : []
  const links = Array.isArray(body.link) ? body.link.filter(isJsonObject) : []
  return {
    records: entries.map(({ resource, response }) => resource ?? response ?? null),
    next: queryIn(links.find(({ relation }) => relation === 'next')?.url),
  }
}

function search(label: string, type: string, values: Readonly<Record<string, string>>): AppStart {
  return { label, call: 'searchType', values: { type, ...values } }
}

/** The parts of a patient's chart, in the order of its tabs. */
const parts: readonly (readonly [label: string, type: string, parameter: string, sort?: string])[] = [
  ['Orders', 'ServiceRequest', 'subject', '-authored'],
  ['Results', 'Observation', 'subject', '-date'],
  ['Documents', 'DocumentReference', 'subject', '-date'],
  ['Problems', 'Condition', 'subject'],
  ['Medications', 'MedicationRequest', 'subject', '-authoredon'],
  ['Allergies', 'AllergyIntolerance', 'patient'],
  ['Coverage', 'Coverage', 'beneficiary'],
  ['Appointments', 'Appointment', 'patient', '-date'],
  ['Communications', 'Communication', 'subject', '-sent'],
  ['Tasks', 'Task', 'patient', '-authored-on'],
]

/** The patient whom a page is about: the patient itself, or a search in the chart of one. */
function patientOf(call: string, values: Readonly<Record<string, string>>): ShownSubject | null {
  const isPatient = call !== 'searchType' && values.type === 'Patient'
  const named = isPatient ? values.resource_id : (values.subject ?? values.patient ?? values.beneficiary)
  const id = named?.replace(/^Patient\//, '')
  if (id === undefined || id === '' || (call !== 'searchType' && call !== 'readResource')) return null
  return {
    start: { label: 'Summary', call: 'readResource', values: { type: 'Patient', resource_id: id } },
    tabs: parts.map(([label, type, parameter, sort]) =>
      search(label, type, { [parameter]: `Patient/${id}`, ...(sort !== undefined && { _sort: sort }) }),
    ),
  }
}

const common = {
  forms: chartForms,
  readList: readBundle,
  describe: describeResource,
  subjectOf: patientOf,
  readLine: readDataType,
  labels: {
    createResource: 'New entry',
    updateResource: 'Edit as JSON',
    patchResource: 'Edit by JSON Patch',
    deleteResource: 'Delete',
    readResourceHistory: 'History',
    readTypeHistory: 'History',
    validateStoredResource: 'Validate',
    readPatientEverything: 'Whole chart',
  },
  notForPeople: {
    searchSystemByForm: 'Another form of a search that has a page.',
    searchTypeByForm: 'Another form of a search that has a page.',
  },
}

/** The record as people find it. */
export const fhirApps = [
  {
    ...common,
    title: 'Chart',
    position: 10,
    starts: [
      {
        ...search('Find a patient', 'Patient', {}),
        fields: { name: 'Name', birthdate: 'Date of birth', identifier: 'MRN or member number' },
      },
      { ...search('Practitioners', 'Practitioner', {}), fields: { name: 'Name', identifier: 'NPI' } },
    ],
  },
  {
    ...common,
    title: 'In-basket',
    position: 20,
    isView: true,
    starts: [
      search('Open tasks', 'Task', { 'status:not': 'completed', _sort: '-authored-on' }),
      search('All tasks', 'Task', { _sort: '-authored-on' }),
      search('Messages', 'Communication', { _sort: '-sent' }),
    ],
  },
  {
    ...common,
    title: 'Schedule',
    position: 30,
    isView: true,
    starts: [
      {
        ...search('Appointments', 'Appointment', { _sort: 'date' }),
        fields: { date: 'Day', practitioner: 'Practitioner' },
      },
      search('Open slots', 'Slot', { status: 'free', _sort: 'start' }),
      search('Calendars', 'Schedule', {}),
    ],
  },
] as const satisfies readonly AppDescription[]
