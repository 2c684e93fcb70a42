import type { JsonObject } from '@carebench/protocol'
import type { PortalForm } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { areaField, type Filling, inputField } from '../fields.js'
import type { FoundField } from '../findings.js'
import { documentTypeOf, sentence } from '../wording.js'

/** Common document types; any other type can be entered. */
const usualTypes = [
  'clinical_note',
  'imaging_report',
  'lab_result',
  'letter_of_medical_necessity',
  'operative_report',
  'treatment_plan',
  'therapy_notes',
  'medication_list',
]

const listId = 'document-types'

/** Renders the suggestions for the type fields of documents; include it once per page. */
export function documentTypeList(asked: readonly string[] = []): Markup {
  const types = [...new Set([...asked, ...usualTypes])]
  return markup`<datalist id="${listId}">${types.map((type) => markup`<option value="${sentence(type)}"></option>`)}</datalist>`
}

/** Renders the fields of `count` documents; the first ones are for the types that the payer has requested. */
export function documentFields(count: number, asked: readonly string[], filling: Filling, optional: boolean): Markup {
  const rows = Array.from({ length: count }, (_, row) => row)
  return markup`${rows.map((row) => {
    const type = asked[row]
    const value = (name: string) => filling.value(name) || (name === nameOf(row, 'type') && type ? sentence(type) : '')
    const filled = { ...filling, value }
    const isOptional = optional && type === undefined
    return markup`<fieldset><legend>${type === undefined ? `Document ${row + 1}` : sentence(type)}${isOptional && markup` <span class="optional">(optional)</span>`}</legend>
<div class="pair">${inputField({ name: nameOf(row, 'type'), label: 'Type of document', suggestions: listId }, filled)}
${inputField({ name: nameOf(row, 'file'), label: 'File', kind: 'file' }, filled)}</div>
${areaField({ name: nameOf(row, 'text'), label: 'Text instead of a file', optional: true }, filled)}</fieldset>`
  })}`
}

/** The documents of a form, in the format of the JSON interface. `rows` has the row of fields of each document. */
export interface SentDocuments {
  readonly attachments: readonly JsonObject[]
  readonly rows: readonly number[]
}

/**
 * Reads the documents of a form. A row with neither a file nor a text is skipped, unless it has a type that was not
 * requested.
 */
export function readDocuments(form: PortalForm, count: number, asked: readonly string[] = []): SentDocuments {
  const attachments: JsonObject[] = []
  const rows: number[] = []
  for (let row = 0; row < count; row++) {
    const type = documentTypeOf(form.text(nameOf(row, 'type')))
    const file = form.file(nameOf(row, 'file'))
    const text = form.text(nameOf(row, 'text'))
    if (file === null && text === '' && (type === '' || asked.includes(type))) continue
    rows.push(row)
    attachments.push({
      ...(type !== '' && { document_type: type }),
      ...(text !== '' && { text }),
      ...(file !== null && { file_name: file.name || null, content_base64: file.base64 }),
      ...(file !== null && file.mediaType !== '' && { media_type: file.mediaType }),
    })
  }
  return { attachments, rows }
}

/** The field that a member of a document came from; undefined if there is none. */
export function findDocumentField(
  { attachments, rows }: SentDocuments,
  index: number,
  member: string,
): FoundField | undefined {
  const row = rows[index]
  if (row === undefined) return undefined
  const label = `Document ${row + 1}: `
  if (member === 'document_type') {
    const message = `${label}the type must be a name in letters, digits and spaces, for example “Clinical note”.`
    return { name: nameOf(row, 'type'), label, message }
  }
  if (member === 'text') {
    const isTwice = attachments[index] !== undefined && Object.hasOwn(attachments[index], 'content_base64')
    const problem = isTwice ? 'choose either a file or a text, not both' : 'choose a file or enter its text'
    return { name: nameOf(row, 'file'), label, message: `${label}${problem}.` }
  }
  return { name: nameOf(row, 'file'), label, message: `${label}this file cannot be accepted.` }
}

function nameOf(row: number, field: 'type' | 'file' | 'text'): string {
  return `document-${row + 1}-${field}`
}
