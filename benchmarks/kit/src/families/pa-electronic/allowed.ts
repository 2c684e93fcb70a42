import type { JsonObject, JsonValue } from '@carebench/protocol'
import { numberAllowed, portalCollection } from '../../builders/authorizations.js'
import { closedTask } from '../../builders/closed-task.js'
import { collect } from '../../builders/collect.js'
import { exactText, missingOr, patientName } from '../../builders/expected-values.js'
import { exact, sentRequest } from '../../builders/pas-request.js'
import { formQuestions } from '../../clinic/electronic-codes.js'
import { appealReason, deskPhone, electronicOutcomes } from '../../clinic/electronic-handbook.js'
import { paperText } from '../../clinic/papers.js'
import { coverageResource } from '../../clinic/policies.js'
import { type Course, type Facts, isNumbered, isSent } from './facts.js'
import { answerRows, givenAnswers, judgedForm, questionnaire } from './form.js'
import { listWords, matchInquiry, matchParameters, matchQuestion } from './sent-content.js'
import { loincFor, requestFor, restrictionFor } from './work.js'

/** Returns the restriction of a work item, by path; empty without one. */
export function restricted(course: Course): Readonly<Record<string, JsonValue>> {
  const { restriction } = restrictionFor(course) as { readonly restriction?: JsonObject }
  if (restriction === undefined) return {}
  const { repetitions, period } = restriction
  return {
    'restriction.period.end': (period as JsonObject).end ?? '',
    ...(repetitions !== undefined && { 'restriction.repetitions': repetitions }),
  }
}

/** Returns the conditions on an attachment that was sent as the payer asked. */
export function askedFor(course: Course, index: number): Readonly<Record<string, JsonValue>> {
  const type = course.papers[index]?.type
  return {
    auth_number: numberLike,
    ...(type !== undefined && { tracking_id: { $regex: `PA[0-9]{8}-${type}` }, code: loincFor(type) }),
    line_items: [1],
    // Any of several documents may be sent as the last.
    final: course.papers.length === 1 ? true : { $oneOf: [true, false] },
  }
}

/** Extends entries of `allow` so that they may name the patient by the number that the chart lacked at first. */
export function alsoByNumber(entries: readonly JsonObject[], { outdated, policy }: Facts): readonly JsonObject[] {
  if (outdated === null) return entries
  return entries.map((entry) => ({ ...entry, about: [...(entry.about as readonly string[]), policy.memberId] }))
}

const numberLike = { $regex: 'PA[0-9]{8}' }

const anything = { $exists: true }

/** The members of an order in the payer's log of questions. Each may have any value. */
export const orderMembers: JsonObject = Object.fromEntries(
  'code assertion_id covered pa_needed doc_needed info_needed satisfied_pa_id questionnaires policy'
    .split(' ')
    .map((name) => [name, anything]),
)

/** Returns the entry of `allow` for one row of the payer about the patient, with these values. */
function allowOne(facts: Facts, collection: string, where: JsonObject, members: JsonObject = {}): JsonObject {
  const { policy, person } = facts
  return { ...portalCollection(policy.payer, collection), where, ...members, count: 1, about: [`Patient/${person.id}`] }
}

/** Returns the entries of `allow` for questions, fetched forms and inquiries, which the payer logs. */
export function askedAllowed(facts: Facts): readonly JsonObject[] {
  const { person, policy, outdated, courses } = facts
  const about = [`Patient/${person.id}`]
  const asking = courses.filter(({ status }) => status === null)
  const isForm = courses.some(({ form }) => form !== null)
  // One call for each order, and one more for each if the payer does not know the member at first.
  const allowed = (patient_member_id: JsonValue) =>
    asking.map(({ order }) => {
      const { code } = order.service
      const asked = { $every: { $members: { order: `ServiceRequest/${order.id}`, ...orderMembers, code } } }
      const where = {
        hook: 'order-sign',
        patient_id: person.id,
        patient_member_id,
        orders: asked,
        ...matchQuestion(order, facts),
      }
      return allowOne(facts, 'crd_calls', where)
    })
  const context = { $any: [{ $eq: null }, { $regex: 'CA[0-9]{10}' }] }
  return [
    ...allowed(policy.memberId),
    ...(outdated === null ? [] : allowed({ $eq: null })),
    ...(isForm
      ? [
          allowOne(facts, 'dtr_packages', {
            patient_member_id: policy.memberId,
            orders: [],
            questionnaires: [questionnaire],
            context,
          }),
        ]
      : []),
    {
      ...portalCollection(policy.payer, 'pas_inquiries'),
      where: { patient_member_id: policy.memberId, ...matchInquiry(facts) },
      about,
    },
  ]
}

/** Returns the entries of `allow` for the policy with the new number, and for the end of the old one. */
export function renewed({ person, policy, outdated }: Facts): readonly JsonObject[] {
  if (outdated === null) return []
  const about = [`Patient/${person.id}`]
  const written = coverageResource(policy, person)
  return [
    { collection: 'fhir.Coverage', where: exact(written), members: [...Object.keys(written), 'meta'], count: 1, about },
    { collection: 'fhir.Coverage', where: { id: outdated.id }, fields: ['status'], count: 1, about },
  ]
}

/** Members that a payer adds to a request, separated by spaces. */
const decided =
  'status determination_reason reason_code missing_documents determined_at decision_due_at document_types resubmission_count updated_at history items plan coverage_end appeal_level appeals_left appeal_deadline appeal_status peer_to_peer_status submitted_at'

/** Returns the entries of `allow` for the work of one course. */
export function allowedBy(course: Course, facts: Facts): readonly JsonObject[] {
  const { person, policy } = facts
  const { order, outcome, isAsked, papers, status, lines, form } = course
  const { memberId } = policy
  const about = [`Patient/${person.id}`]
  const { meaning } = electronicOutcomes[outcome]
  const more = restricted(course)
  const item = closedTask({
    taskId: order.taskId,
    code: outcome,
    meaning,
    ...(outcome === 'missing-answer' && { reason: { code: 'therapy_weeks', meaning: formQuestions.therapy_weeks } }),
    ...(Object.keys(more).length > 0 && { more: { fields: Object.keys(more), where: more } }),
  })
  const onOrder = { collection: 'fhir.ServiceRequest', where: { id: order.id }, count: 1, about }
  const number = isNumbered(course) ? (numberAllowed(order, person).fields as readonly string[]) : []
  const service = { patient_member_id: memberId, procedure_code: order.service.code }
  const asked = { ...service, service_date: order.serviceDate, provider_npi: order.clinician.npi, units: order.units }
  const said = {
    diagnosis_codes: [order.problem.code],
    patient_dob: person.birthDate,
    patient_name: patientName(person),
    urgency: order.urgent ? 'expedited' : 'standard',
  }
  return collect<JsonObject>(
    { ...item, about },
    { ...onOrder, fields: [...(status === null ? ['extension'] : []), ...number] },
    lines !== null && changedAllowed(course, facts),
    isSent(course) && [
      lines === null &&
        allowOne(
          facts,
          'prior_auth_requests',
          {
            ...asked,
            ...said,
            clinical_notes: null,
            ...(form !== null && { answers: { $eq: givenAnswers(form) } }),
          },
          {
            members: [
              ...Object.keys(asked),
              ...Object.keys(said),
              'additional_services',
              ...(form === null ? [] : ['answers', 'questions', 'facts']),
              ...decided.split(' '),
            ],
          },
        ),
      allowOne(facts, 'pas_requests', {
        claim_identifier: order.taskId,
        bundle: sentRequest(requestFor(course, facts)),
        patient_name: patientName(person),
        supporting_info: { $eq: suppliedWith(course) },
        replaces: lines?.pasId ?? null,
      }),
    ],
    form !== null &&
      outcome === 'approved' &&
      allowOne(facts, 'questionnaire_responses', {
        response_id: order.taskId,
        answers: answerRows(course),
        resource: judgedForm(course, facts),
      }),
    papers.map((paper, index) => {
      const sent = { ...askedFor(course, index), parameters: matchParameters(course, index, facts) }
      const asAsked = Object.entries(sent).map(([name, value]) => [name, missingOr(value)] as const)
      return allowOne(facts, 'attachments', {
        document_type: paper.type,
        text: exactText(paperText(paper, person)),
        file_name: missingOr({ $eq: null }, ...(isAsked ? [{ $oneOf: listWords(paper, person) }] : [])),
        ...(isAsked && Object.fromEntries(asAsked)),
      })
    }),
    outcome === 'appealed' && allowOne(facts, 'appeals', { ...service, reason: exactText(appealReason) }),
    outcome === 'peer-to-peer' &&
      allowOne(facts, 'peer_to_peer_requests', {
        contact_name: order.clinician.name,
        contact_phone: deskPhone,
        notes: null,
        preferred_times: [],
      }),
  )
}

/** Returns the supporting information of a request, as the payer lists it. */
export function suppliedWith({ form, order }: Course): JsonValue {
  return form === null ? [] : [{ sequence: 1, reference: `QuestionnaireResponse/${order.taskId}`, text: null }]
}

/** Returns the entries of `allow` for the changes of the approved request, and for its replacement. */
function changedAllowed({ order, lines }: Course, facts: Facts): readonly JsonObject[] {
  if (lines === null) return []
  const { services, kept, number, pasId } = lines
  const added = { procedure_code: order.service.code, units: order.units }
  const codes = [...services, order].map(({ problem }) => problem.code)
  const where = {
    auth_number: number,
    procedure_code: kept.service.code,
    units: kept.units,
    additional_services: { $eq: [added] },
    diagnosis_codes: { $eq: [...new Set(codes)] },
    service_date: order.serviceDate,
    urgency: 'standard',
  }
  const fields = ['procedure_code', 'units', 'additional_services', 'diagnosis_codes', ...decided.split(' ')]
  return [
    allowOne(facts, 'prior_auth_requests', where, { fields }),
    allowOne(facts, 'pas_requests', { pas_id: pasId }, { fields: ['replaced_by', 'items'] }),
  ]
}
