import type { AppDescription } from '../../app.js'
import { electronicCalls } from '../electronic/electronic-calls.js'
import { beginCorrection, beginDocument, normalize, questionsOfPayer, suggestDocuments } from './request-form.js'
import { describeRow, linksOn, permits, readAttachment, readContent } from './request-view.js'
import { inWords } from './request-words.js'

const forPrograms = 'Programs send it; people have the same in the portal.'

/** The fields of a query for the requirements of a service. */
const requirementFields = {
  procedure_code: { label: 'Procedure code', hint: 'CPT or HCPCS.' },
  patient_member_id: { label: 'Member number', isOptional: true },
  diagnosis_code: { label: 'Diagnosis codes', hint: 'Separated by commas.', isOptional: true },
  provider_npi: { label: 'Provider NPI', isOptional: true },
  service_date: { label: 'Service date', hint: 'Today, unless you say otherwise.', isOptional: true },
  units: { label: 'Units', hint: 'One, unless you say otherwise.', isOptional: true },
} as const

const example = 'As on the card, such as MBR-1001.'

/** Hints for the fields of forms, by JSON Pointer. */
const hints = {
  '/patient_member_id': example,
  '/diagnosis_codes': 'ICD-10-CM with the dot, such as M54.16.',
  '/units': 'Visits, items or hours; 1 if left empty.',
  '/urgency': 'Expedited if a delay could harm the patient.',
  '/place_of_service': 'Two digits: 11 an office, 22 a hospital, 12 at home.',
  '/clinical_notes': 'Previous treatment, and why the service is needed.',
  '/document_type': 'Such as Clinical note.',
  '/attachments/*/document_type': 'Such as Clinical note.',
  '/preferred_times': 'Such as Tuesday 9 to 11.',
  '/contact_name': 'The physician whom the plan calls.',
  '/reason': 'Why the decision should be overturned; refer to the supporting documents.',
}

/** The sections of the request form. */
const sections = {
  Patient: ['patient_member_id', 'patient_dob', 'patient_name'],
  Service: [
    ...['procedure_code', 'units', 'additional_services', 'diagnosis_codes'],
    ...['service_date', 'place_of_service', 'urgency', 'clinical_notes'],
  ],
  Provider: ['provider_npi'],
} as const

/** The payer's portal app. */
export const payerApps = [
  {
    title: 'Payer',
    position: 80,
    describe: describeRow,
    labels: {
      readPriorAuth: 'Authorization',
      submitPriorAuth: 'New request',
      amendPriorAuth: 'Correct or resubmit',
      attachDocument: 'Attach a document',
      requestPeerToPeer: 'Request a peer-to-peer review',
      appealDenial: 'Appeal',
      checkRequirements: 'Requirements of a service',
    },
    notes: {
      submitPriorAuth: 'Submit a prior authorization. It is for one unit, and standard, unless you say otherwise.',
      amendPriorAuth: 'Correct the request, or add what the plan asks for, and send it again. Only changes are sent.',
      attachDocument: 'It is added to the request and considered in the next decision.',
      requestPeerToPeer: 'A physician of the plan calls the requesting physician to discuss the case.',
    },
    done: {
      submitPriorAuth: 'The request has been submitted.',
      amendPriorAuth: 'The request has been resubmitted.',
      attachDocument: 'The document has been attached.',
      requestPeerToPeer: 'The peer-to-peer review has been requested.',
      appealDenial: 'The appeal has been filed.',
    },
    onPage: { readPriorAuth: ['attachDocument'] },
    permits,
    asks: questionsOfPayer,
    begins: { amendPriorAuth: beginCorrection, attachDocument: beginDocument },
    normalize,
    hints,
    sections,
    suggestions: suggestDocuments,
    sayMessage: inWords,
    readLine: readAttachment,
    readContent,
    linksOn,
    site: {
      title: 'Provider portal',
      owner: 'Health plan',
      lead: 'Check the coverage of a member, request a prior authorization, and track its decision.',
      paths: {
        findMembers: '/eligibility',
        submitPriorAuth: '/new-prior-auth',
        amendPriorAuth: '/prior-auths/{auth_number}/resubmission',
      },
      overview: [
        { label: 'Action required', call: 'listPriorAuths', values: { status: 'more_information', limit: '5' } },
        {
          label: 'Recently submitted',
          call: 'listPriorAuths',
          values: { limit: '5' },
          empty: 'No prior authorization has been requested yet.',
        },
      ],
    },
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths', empty: 'No authorizations yet.' },
      { label: 'New request', call: 'submitPriorAuth' },
      { label: 'Requirements', call: 'checkRequirements', fields: requirementFields },
      // As in real portals, an office cannot list all members.
      {
        label: 'Eligibility',
        call: 'findMembers',
        fields: {
          member_id: { label: 'Member ID', hint: example },
          name: { label: 'Name', hint: 'The whole name or a part of it.' },
        },
        empty: 'No member was found. Try another spelling, or only the ID.',
      },
      {
        label: 'Providers',
        call: 'findProviders',
        empty: 'No provider was found. Try another spelling, or only the NPI.',
      },
    ],
    notForPeople: {
      logIn: 'The workstation is signed in already.',
      ...Object.fromEntries(electronicCalls.map(({ name }) => [name, forPrograms])),
    },
  },
] as const satisfies readonly AppDescription[]
