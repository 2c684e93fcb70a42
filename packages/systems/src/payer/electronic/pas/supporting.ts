import type { JsonObject } from '@carebench/protocol'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { AttachmentFields } from '../../model/attachment-form.js'
import { readAttachment } from '../fhir/attachment.js'
import { readDocumentType } from '../fhir/document-types.js'
import { objectsIn } from '../fhir/element.js'
import type { ResourcePool } from '../fhir/resource-pool.js'
import { answersTo, documentsTo, type FormAnswers, readAnswers } from '../form/answers.js'

/** The documents and completed questionnaires sent with a request. */
export interface Supporting {
  readonly attachments: readonly AttachmentFields[]
  readonly responses: readonly FormAnswers[]
  /** Messages about documents that were left out. */
  readonly remarks: readonly string[]
}

/** The documents and answers of a request, in the form that submissions take. */
export interface Supplied {
  readonly attachments: AttachmentFields[]
  readonly answersFor: (policies: readonly CompiledPolicy[]) => JsonObject
}

/** Returns the documents and the answers in forms, typed and named as the policies expect. */
export function supply(
  policies: readonly CompiledPolicy[],
  attachments: readonly AttachmentFields[],
  forms: readonly FormAnswers[],
): Supplied {
  return { attachments: [...documentsTo(policies, attachments)], answersFor: (asked) => answersTo(asked, forms) }
}

/** Reads the documents and questionnaire responses that the supporting information of a Claim refers to. */
export function readSupporting(claim: JsonObject, pool: ResourcePool, wanted: readonly string[]): Supporting {
  const attachments: AttachmentFields[] = []
  const responses: FormAnswers[] = []
  const remarks: string[] = []
  // Several entries may refer to one resource, which counts once.
  const referred = new Set(objectsIn(claim.supportingInfo).map(({ valueReference }) => pool.resolve(valueReference)))
  for (const resource of referred) {
    if (resource?.resourceType === 'DocumentReference') {
      const documents = documentsIn(resource, wanted)
      attachments.push(...documents)
      if (documents.length === 0) remarks.push(writeEmpty(resource))
    }
    if (resource?.resourceType !== 'QuestionnaireResponse') continue
    const answers = readAnswers(resource)
    responses.push(answers)
    attachments.push(...answers.documents)
  }
  return { attachments, responses, remarks }
}

/** Returns the message that a DocumentReference was left out. */
export function writeEmpty({ id }: JsonObject): string {
  return `DocumentReference/${id} is left out: its attachment has no data in base64.`
}

/** Reads the attachments of a DocumentReference that have base64 data. */
export function documentsIn(resource: JsonObject, wanted: readonly string[]): readonly AttachmentFields[] {
  const type = readDocumentType(resource.type, wanted)
  return objectsIn(resource.content).flatMap(({ attachment }) => readAttachment(attachment, type) ?? [])
}
