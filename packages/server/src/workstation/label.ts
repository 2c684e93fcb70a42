import type { AppDescription } from '@carebench/systems'

const spelled: Readonly<Record<string, string>> = {
  id: 'ID',
  npi: 'NPI',
  mrn: 'MRN',
  dob: 'date of birth',
  cpt: 'CPT',
  url: 'URL',
  uuid: 'UUID',
  dtmf: 'keys',
}

/** A name of the interface as people read it: `patient_member_id` is `Patient member ID`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[_\-\s.]+/)
    .filter((word) => word !== '')
    .map((word) => spelled[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a call is called on links and buttons: as its app says, else its name in words. */
export function callLabel({ labels = {} }: Pick<AppDescription, 'labels'>, name: string): string {
  return labels[name] ?? labelOf(name)
}

/** A path segment for a title: `In-basket` is `in-basket`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
