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

/** Converts a name of the interface to words: `patient_member_id` becomes `Patient member ID`. */
export function toLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[_\-\s.]+/)
    .filter((word) => word !== '')
    .map((word) => spelled[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the label of a call on links and buttons: the app's, else its name in words. */
export function callLabel({ labels = {} }: Pick<AppDescription, 'labels'>, name: string): string {
  return labels[name] ?? toLabel(name)
}

/** Converts a title to a path segment: `In-basket` becomes `in-basket`. */
export function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
