import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, AppDocument, AppStart, ShownList, ShownSubject } from '../../app.js'
import { chartForms } from './chart-forms.js'
import { describeResource, readDataType } from './described-resource.js'

/** Returns the query parameters of a Bundle link; null if it has none. */
function queryIn(url: JsonValue | undefined): Readonly<Record<string, string>> | null {
  if (typeof url !== 'string') return null
  const mark = url.indexOf('?')
  return mark === -1 ? null : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)))
}

/** Returns the resources of a Bundle as a list page; null for other values. */
function readBundle(body: JsonValue): ShownList | null {
  if (!isJsonObject(body) || body.resourceType !== 'Bundle') return null
  const entries = Array.isArray(body.entry) ? body.entry.filter(isJsonObject) : []
  const links = Array.isArray(body.link) ? body.link.filter(isJsonObject) : []
  return {
    records: entries.map(({ resource, response }) => resource ?? response ?? null),
    next: queryIn(links.find(({ relation }) => relation === 'next')?.url),
  }
}

function search(label: string, type: string, values: Readonly<Record<string, string>>, empty?: string): AppStart {
  const none = empty ?? `No ${label.toLowerCase()}.`
  return { label, call: 'searchType', values: { type, ...values }, empty: none }
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
  ['Related persons', 'RelatedPerson', 'patient'],
]

/**
 * Returns the patient whom a page is about: the Patient shown, the patient of a search, or that of the shown record.
 */
function findPatient(call: string, values: Readonly<Record<string, string>>, record: JsonValue): ShownSubject | null {
  if (call !== 'searchType' && call !== 'readResource') return null
  const isPatient = call !== 'searchType' && values.type === 'Patient'
  const named = isPatient ? values.resource_id : (values.subject ?? values.patient ?? values.beneficiary)
  const id = named?.replace(/^Patient\//, '')
  if (id !== undefined && id !== '') return describeChart(id)
  const patient = call === 'readResource' && isJsonObject(record) ? patientIn(record) : undefined
  if (patient === undefined || !isJsonObject(record)) return null
  const { display, reference } = patient
  const tab = parts.find(([, type]) => type === record.resourceType)?.[0]
  return {
    ...describeChart(reference.slice('Patient/'.length)),
    name: typeof display === 'string' && display !== '' ? display : reference,
    ...(tab !== undefined && { tab }),
  }
}

function describeChart(id: string): ShownSubject {
  return {
    start: { label: 'Summary', call: 'readResource', values: { type: 'Patient', resource_id: id } },
    tabs: parts.map(([label, type, parameter, sort]) =>
      search(label, type, { [parameter]: `Patient/${id}`, ...(sort !== undefined && { _sort: sort }) }),
    ),
  }
}

/** Returns the reference to the patient of a resource. */
function patientIn({ subject, patient, beneficiary, for: of, participant }: JsonObject) {
  const actors = Array.isArray(participant) ? participant.map((one) => (isJsonObject(one) ? one.actor : null)) : []
  return [subject, patient, beneficiary, of, ...actors].find(isPatientReference)
}

function isPatientReference(
  value: JsonValue | undefined,
): value is JsonObject & { readonly reference: `Patient/${string}` } {
  return isJsonObject(value) && typeof value.reference === 'string' && /^Patient\/[\w.-]+$/.test(value.reference)
}

/** The statuses of open tasks. */
const openStatuses = 'requested,received,accepted,ready,in-progress'

/** Returns the first attachment of a DocumentReference; null if it has no data. */
function readDocument(record: JsonValue): AppDocument | null {
  const [content] = isJsonObject(record) && Array.isArray(record.content) ? record.content : []
  const attachment = isJsonObject(content) ? content.attachment : undefined
  if (!isJsonObject(record) || !isJsonObject(attachment) || typeof attachment.data !== 'string') return null
  const { contentType, data, title } = attachment
  return {
    name: typeof title === 'string' ? title : String(record.id),
    mediaType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
    base64: data,
  }
}

const common = {
  forms: chartForms,
  readList: readBundle,
  describe: describeResource,
  subjectOf: findPatient,
  readLine: readDataType,
  labels: {
    searchType: 'Search the chart',
    readResource: 'Open a record',
    createResource: 'New entry',
    updateResource: 'Edit as JSON',
    patchResource: 'Edit by JSON Patch',
    deleteResource: 'Delete',
    readResourceHistory: 'History',
    readPatientEverything: 'Whole chart',
  },
  notForPeople: {
    searchSystemByForm: 'Another form of a search that has a page.',
    searchTypeByForm: 'Another form of a search that has a page.',
  },
}

/** The apps of the chart. */
export const fhirApps = [
  {
    ...common,
    title: 'Chart',
    position: 10,
    documents: {
      label: 'Document of the chart',
      hint: 'In place of a text or a file: the ID of a document, such as doc-1.',
      call: 'readResource',
      values: (id: string) => ({ type: 'DocumentReference', resource_id: id.replace(/^DocumentReference\//, '') }),
      contentOf: readDocument,
    },
    starts: [
      {
        ...search('Find a patient', 'Patient', {}, 'No patient has been found.'),
        fields: {
          name: 'Name',
          birthdate: { label: 'Date of birth', hint: 'YYYY-MM-DD.' },
          identifier: 'MRN or member number',
        },
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
      search('Open tasks', 'Task', { status: openStatuses, _sort: '-authored-on' }),
      search('Tasks on hold', 'Task', { status: 'on-hold', _sort: '-authored-on' }),
      {
        ...search('Tasks of a list', 'Task', { _sort: '-authored-on' }, 'No task is on that list.'),
        fields: { 'group-identifier': 'Number of the list' },
      },
      search('All tasks', 'Task', { _sort: '-authored-on' }),
      search('Communications', 'Communication', { _sort: '-sent' }),
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
        fields: {
          date: { label: 'Day', hint: 'YYYY-MM-DD.' },
          practitioner: { label: 'Practitioner', hint: 'The ID of the practitioner, such as prac-1.' },
        },
      },
      search('Open slots', 'Slot', { status: 'free', _sort: 'start' }),
      search('Calendars', 'Schedule', {}),
    ],
  },
] as const satisfies readonly AppDescription[]
