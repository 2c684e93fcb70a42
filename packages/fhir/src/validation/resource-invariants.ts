import { isJsonObject, type JsonObject } from '@carebench/protocol/wire'
import type { Invariant } from './invariant.js'
import {
  areDistinct,
  has,
  hasAny,
  hasChoice,
  isCoded,
  isInOrder,
  listCodings,
  listItems,
  listObjects,
} from './member-tests.js'

const terminology = 'http://terminology.hl7.org/CodeSystem'

/** Returns the invariant that one of the elements is present. */
function createChoice(key: string, ...names: readonly string[]): Invariant {
  return { key, expected: `one of ${names.join(', ')}`, holds: (value) => hasAny(value, ...names) }
}

/** Returns the invariant that two elements are not both present. */
function createNotBoth(key: string, first: string, second: string): Invariant {
  return {
    key,
    at: second,
    expected: `${first} or ${second}, not both`,
    holds: (value) => !(has(value, first) && has(value, second)),
  }
}

/** Returns the invariant that exactly one of two elements is present. */
function createEither(key: string, first: string, second: string): Invariant {
  return { key, expected: `either ${first} or ${second}`, holds: (value) => has(value, first) !== has(value, second) }
}

function isWithdrawn(value: JsonObject, system: string): boolean {
  return isCoded(value.verificationStatus, `${terminology}/${system}`, 'entered-in-error')
}

const totalTypes: readonly unknown[] = ['searchset', 'history']
const requestTypes: readonly unknown[] = ['batch', 'transaction', 'history']
const responseTypes: readonly unknown[] = ['batch-response', 'transaction-response', 'history']

/** Returns the key of an entry that must be unique in a Bundle: its URL and version. */
function createEntryKey({ fullUrl, resource }: JsonObject): string {
  const meta = isJsonObject(resource) ? resource.meta : undefined
  return JSON.stringify([fullUrl, (isJsonObject(meta) ? meta.versionId : undefined) ?? null])
}

/** Whether no component has a code of the observation itself. */
function areComponentsOthers({ code, component }: JsonObject): boolean {
  // Most observations have no components, and each write is checked.
  if (component === undefined) return true
  const key = (coding: JsonObject): string => JSON.stringify([coding.system ?? null, coding.code ?? null])
  const codes = new Set(
    listCodings(code)
      .filter((coding) => has(coding, 'code'))
      .map(key),
  )
  return !listObjects(component).some((part) => listCodings(part.code).some((coding) => codes.has(key(coding))))
}

/** Returns the invariants of resources and their backbone elements. */
export function createResourceInvariants(): ReadonlyMap<string, readonly Invariant[]> {
  return new Map<string, readonly Invariant[]>([
    [
      'AllergyIntolerance',
      [
        {
          key: 'ait-1',
          at: 'clinicalStatus',
          expected: 'a clinicalStatus, unless verificationStatus is entered-in-error',
          holds: (value) => has(value, 'clinicalStatus') || isWithdrawn(value, 'allergyintolerance-verification'),
        },
        {
          key: 'ait-2',
          at: 'clinicalStatus',
          expected: 'no clinicalStatus, because verificationStatus is entered-in-error',
          holds: (value) => !(has(value, 'clinicalStatus') && isWithdrawn(value, 'allergyintolerance-verification')),
        },
      ],
    ],
    [
      'Appointment',
      [
        {
          key: 'app-2',
          expected: 'start and end, or neither',
          holds: (value) => has(value, 'start') === has(value, 'end'),
        },
        {
          key: 'app-3',
          expected: 'start and end, unless status is proposed, cancelled or waitlist',
          holds: (value) =>
            (has(value, 'start') && has(value, 'end')) ||
            ['proposed', 'cancelled', 'waitlist'].includes(String(value.status)),
        },
        {
          key: 'app-4',
          at: 'cancelationReason',
          expected: 'a cancelationReason only if status is noshow or cancelled',
          holds: (value) => !has(value, 'cancelationReason') || ['noshow', 'cancelled'].includes(String(value.status)),
        },
      ],
    ],
    ['Appointment.participant', [createChoice('app-1', 'type', 'actor')]],
    ['AppointmentResponse', [createChoice('apr-1', 'participantType', 'actor')]],
    ['AuditEvent.entity', [createNotBoth('sev-1', 'name', 'query')]],
    [
      'Bundle',
      [
        {
          key: 'bdl-1',
          at: 'total',
          expected: 'a total only if type is searchset or history',
          holds: (value) => !has(value, 'total') || totalTypes.includes(value.type),
        },
        {
          key: 'bdl-2',
          expected: 'search in entries only if type is searchset',
          holds: (value) =>
            value.type === 'searchset' || !listObjects(value.entry).some((entry) => has(entry, 'search')),
        },
        {
          key: 'bdl-3',
          expected: 'a request in each entry if type is batch, transaction or history, and in none otherwise',
          holds: (value) =>
            listObjects(value.entry).every((entry) => has(entry, 'request') === requestTypes.includes(value.type)),
        },
        {
          key: 'bdl-4',
          expected:
            'a response in each entry if type is batch-response, transaction-response or history, and in none ' +
            'otherwise',
          holds: (value) =>
            listObjects(value.entry).every((entry) => has(entry, 'response') === responseTypes.includes(value.type)),
        },
        {
          key: 'bdl-7',
          expected: 'each fullUrl once, or with another meta.versionId',
          holds: (value) =>
            value.type === 'history' ||
            areDistinct(
              listObjects(value.entry)
                .filter((entry) => has(entry, 'fullUrl'))
                .map(createEntryKey),
            ),
        },
        {
          key: 'bdl-9',
          at: 'identifier',
          expected: 'an identifier with system and value in a document',
          holds: ({ type, identifier }) =>
            type !== 'document' || (isJsonObject(identifier) && has(identifier, 'system') && has(identifier, 'value')),
        },
        {
          key: 'bdl-10',
          at: 'timestamp',
          expected: 'a timestamp in a document',
          holds: ({ type, timestamp }) => type !== 'document' || timestamp !== undefined,
        },
        {
          key: 'bdl-11',
          expected: 'a Composition as the first resource of a document',
          holds: (value) => value.type !== 'document' || readFirstType(value) === 'Composition',
        },
        {
          key: 'bdl-12',
          expected: 'a MessageHeader as the first resource of a message',
          holds: (value) => value.type !== 'message' || readFirstType(value) === 'MessageHeader',
        },
      ],
    ],
    [
      'Bundle.entry',
      [
        createChoice('bdl-5', 'resource', 'request', 'response'),
        {
          key: 'bdl-8',
          at: 'fullUrl',
          expected: 'a fullUrl of a resource, not of one of its versions',
          holds: ({ fullUrl }) => typeof fullUrl !== 'string' || !fullUrl.includes('/_history/'),
        },
      ],
    ],
    ['CarePlan.activity', [createNotBoth('cpl-3', 'detail', 'reference')]],
    [
      'Composition.section',
      [createChoice('cmp-1', 'text', 'entry', 'section'), createNotBoth('cmp-2', 'entry', 'emptyReason')],
    ],
    [
      'Condition',
      [
        {
          key: 'con-4',
          at: 'clinicalStatus',
          expected: 'a clinicalStatus of resolved, remission or inactive, because there is an abatement',
          holds: (value) =>
            !hasChoice(value, 'abatement') ||
            isCoded(value.clinicalStatus, `${terminology}/condition-clinical`, 'resolved', 'remission', 'inactive'),
        },
        {
          key: 'con-5',
          at: 'clinicalStatus',
          expected: 'no clinicalStatus, because verificationStatus is entered-in-error',
          holds: (value) => !(has(value, 'clinicalStatus') && isWithdrawn(value, 'condition-ver-status')),
        },
      ],
    ],
    ['Condition.stage', [createChoice('con-1', 'summary', 'assessment')]],
    ['Condition.evidence', [createChoice('con-2', 'code', 'detail')]],
    ['Consent', [createChoice('ppc-1', 'policy', 'policyRule')]],
    ['CoverageEligibilityResponse.insurance.item', [createEither('ces-1', 'category', 'productOrService')]],
    [
      'FamilyMemberHistory',
      [
        {
          key: 'fhs-1',
          expected: 'an age or a birth, not both',
          holds: (value) => !(hasChoice(value, 'age') && hasChoice(value, 'born')),
        },
        {
          key: 'fhs-2',
          at: 'estimatedAge',
          expected: 'an age beside estimatedAge',
          holds: (value) => !has(value, 'estimatedAge') || hasChoice(value, 'age'),
        },
      ],
    ],
    [
      'Goal.target',
      [
        {
          key: 'gol-1',
          at: 'measure',
          expected: 'a measure beside the detail',
          holds: (value) => !hasChoice(value, 'detail') || has(value, 'measure'),
        },
      ],
    ],
    [
      'Group',
      [
        {
          key: 'grp-1',
          at: 'member',
          expected: 'members only if actual is true',
          holds: (value) => !has(value, 'member') || value.actual === true,
        },
      ],
    ],
    ['Immunization.education', [createChoice('imm-1', 'documentType', 'reference')]],
    ['ImmunizationRecommendation.recommendation', [createChoice('imr-1', 'vaccineCode', 'targetDisease')]],
    ['InsurancePlan', [createChoice('ipn-1', 'identifier', 'name')]],
    ['List', [createNotBoth('lst-1', 'entry', 'emptyReason')]],
    [
      'MedicationAdministration.dosage',
      [
        {
          key: 'mad-1',
          expected: 'a dose or a rate',
          holds: (value) => has(value, 'dose') || hasChoice(value, 'rate'),
        },
      ],
    ],
    [
      'MedicationDispense',
      [
        {
          key: 'mdd-1',
          at: 'whenHandedOver',
          expected: 'a whenHandedOver that is not before whenPrepared',
          holds: (value) => isInOrder(value.whenPrepared, value.whenHandedOver),
        },
      ],
    ],
    [
      'Observation',
      [
        {
          key: 'obs-6',
          at: 'dataAbsentReason',
          expected: 'a value or a dataAbsentReason, not both',
          holds: (value) => !(has(value, 'dataAbsentReason') && hasChoice(value, 'value')),
        },
        {
          key: 'obs-7',
          at: 'component',
          expected: 'the value in the component alone, because it has the code of the observation',
          holds: (value) => !hasChoice(value, 'value') || areComponentsOthers(value),
        },
      ],
    ],
    ['Observation.referenceRange', [createChoice('obs-3', 'low', 'high', 'text')]],
    [
      'Organization',
      [
        createChoice('org-1', 'identifier', 'name'),
        {
          key: 'org-2',
          at: 'address',
          expected: 'no address for use at home',
          holds: (value) => !listObjects(value.address).some(({ use }) => use === 'home'),
        },
        {
          key: 'org-3',
          at: 'telecom',
          expected: 'no telecom for use at home',
          holds: (value) => !listObjects(value.telecom).some(({ use }) => use === 'home'),
        },
      ],
    ],
    [
      'Parameters.parameter',
      [
        {
          key: 'inv-1',
          expected: 'one of value, resource and part',
          holds: (value) =>
            [has(value, 'part'), has(value, 'resource'), hasChoice(value, 'value')].filter(Boolean).length === 1,
        },
      ],
    ],
    ['Patient.contact', [createChoice('pat-1', 'name', 'telecom', 'address', 'organization')]],
    [
      'Questionnaire.item',
      [
        {
          key: 'que-12',
          at: 'enableBehavior',
          expected: 'an enableBehavior, because there is more than one enableWhen',
          holds: (value) => listItems(value.enableWhen).length < 2 || has(value, 'enableBehavior'),
        },
      ],
    ],
    ['QuestionnaireResponse.item', [createNotBoth('qrs-1', 'answer', 'item')]],
    ['RequestGroup.action', [createEither('rqg-1', 'resource', 'action')]],
    [
      'StructureDefinition.differential',
      [
        {
          key: 'sdf-20',
          at: 'element',
          expected: 'no slicing on the root element',
          holds: ({ element }) =>
            !listObjects(element).some(
              (one) => typeof one.path === 'string' && !one.path.includes('.') && has(one, 'slicing'),
            ),
        },
      ],
    ],
    [
      'RiskAssessment.prediction',
      [
        {
          key: 'ras-2',
          at: 'probability',
          expected: 'a probability of at most 100',
          holds: ({ probabilityDecimal }) => typeof probabilityDecimal !== 'number' || probabilityDecimal <= 100,
        },
      ],
    ],
    [
      'ServiceRequest',
      [
        {
          key: 'prr-1',
          at: 'orderDetail',
          expected: 'a code beside orderDetail',
          holds: (value) => !has(value, 'orderDetail') || has(value, 'code'),
        },
      ],
    ],
  ])
}

function readFirstType({ entry }: JsonObject): unknown {
  const [first] = listObjects(entry)
  return first !== undefined && isJsonObject(first.resource) ? first.resource.resourceType : undefined
}
