import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { documentFields, documentTypeList, findDocumentField, readDocuments } from '../form/document-fields.js'
import { noticePage } from '../layout.js'
import { textsOf } from '../reply-row.js'
import type { ActionPage } from './action-page.js'
import { requestPath } from './request-path.js'

/** Attaches one document; this alone does not cause a decision. */
export const documentPage: ActionPage = {
  path: 'attachments',
  title: 'Attach a document',
  lead: () => 'The document is added to the request and considered in the next decision of the plan.',
  fields: (request, filling) => {
    const asked = textsOf(request, 'missing_documents')
    return markup`${documentFields(1, asked, filling, false)}${documentTypeList(asked)}`
  },
  button: 'Attach the document',
  read: (form) => readDocuments(form, 1).attachments[0] ?? {},
  find: (field) => findDocumentField({ attachments: [], rows: [0] }, 0, field),
  done: 'attached',
}

/** Opens a document of a request, as a file to save. */
export async function openDocument({ place, path, call }: PortalVisit): Promise<PortalAnswer> {
  const [, number = '', , id = ''] = path
  const target = `prior-auths/${encodeURIComponent(number)}/attachments/${encodeURIComponent(id)}`
  const { document } = await call('GET', target)
  if (document !== undefined) return { file: document }
  const link = { href: requestPath(place, number), label: 'The request' }
  const text = `The request ${number} has no document ${id} with a content.`
  return { status: 404, html: noticePage(place, { title: 'No such document', text, link }) }
}
