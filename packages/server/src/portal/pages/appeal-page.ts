import { markup } from '../../site/markup.js'
import { areaField } from '../fields.js'
import { textOf, textsOf } from '../reply-row.js'
import { sentence } from '../wording.js'
import type { ActionPage } from './action-page.js'

/** Appeals a denial. */
export const appealPage: ActionPage = {
  path: 'appeals',
  title: 'Appeal the denial',
  lead: (request) => {
    const missing = textsOf(request, 'missing_documents').map(sentence)
    const reason = textOf(request, 'determination_reason')
    const said = reason === '' ? 'The plan gave no reason.' : `The plan said: ${reason}`
    return missing.length > 0 ? `${said} For the appeal it requires: ${missing.join(', ')}. Attach them first.` : said
  },
  fields: (_request, filling) =>
    markup`<fieldset><legend>Why the decision should be overturned</legend>${areaField(
      { name: 'reason', label: 'Reason', hint: 'Refer to the supporting documents of the request' },
      filling,
    )}</fieldset>`,
  button: 'File the appeal',
  read: (form) => {
    const reason = form.text('reason')
    return reason === '' ? {} : { reason }
  },
  find: (field) => (field === 'reason' ? { name: 'reason', label: 'Reason' } : undefined),
  done: 'appealed',
}
