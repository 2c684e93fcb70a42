import { markup } from '../../site/markup.js'
import { documentFields, documentTypeList, findDocumentField, readDocuments } from '../form/document-fields.js'
import { textsOf } from '../reply-row.js'
import type { ActionPage } from './action-page.js'

/** Attaches one document, which by itself causes no decision. */
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
