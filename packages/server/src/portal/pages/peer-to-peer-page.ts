import { markup } from '../../site/markup.js'
import { areaField, inputField } from '../fields.js'
import type { ActionPage } from './action-page.js'

const labels: Readonly<Record<string, string>> = {
  contact_name: 'Physician to contact',
  contact_phone: 'Telephone',
  preferred_times: 'Preferred times',
  notes: 'Notes',
}

/** Requests a peer-to-peer review. */
export const peerToPeerPage: ActionPage = {
  path: 'peer-to-peer',
  title: 'Request a peer-to-peer review',
  lead: () => 'A physician of the plan calls the requesting physician to discuss the case.',
  fields: (_request, filling) => markup`<fieldset><legend>Contact</legend><div class="pair">
${inputField({ name: 'contact_name', label: labels.contact_name ?? '' }, filling)}
${inputField({ name: 'contact_phone', label: labels.contact_phone ?? '', kind: 'tel', hint: 'For example 617-555-0142' }, filling)}</div>
${areaField({ name: 'preferred_times', label: labels.preferred_times ?? '', hint: 'One per line, for example Tuesday 9 to 11', optional: true }, filling)}
${areaField({ name: 'notes', label: labels.notes ?? '', optional: true }, filling)}</fieldset>`,
  button: 'Request the review',
  read: (form) => {
    const name = form.text('contact_name')
    const phone = form.text('contact_phone')
    const times = form.text('preferred_times').split('\n')
    const notes = form.text('notes')
    return {
      ...(name !== '' && { contact_name: name }),
      ...(phone !== '' && { contact_phone: phone }),
      preferred_times: times.map((line) => line.trim()).filter(Boolean),
      ...(notes !== '' && { notes }),
    }
  },
  find: (field) => {
    const [name = ''] = field.split('[', 1)
    return Object.hasOwn(labels, name) ? { name, label: labels[name] ?? '' } : undefined
  },
  done: 'peer-to-peer',
}
