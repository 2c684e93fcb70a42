import {
  type CallDescription,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutSystemKey,
} from '@carebench/protocol'
import { type AppDescription, defaultSystems } from '@carebench/systems'

/** The steps on pages that make one recorded call. */
export interface PageSteps {
  /** The texts of the link of the app, of the link of the action in it, and of the button of the action. */
  readonly app: string
  readonly link: string
  readonly action: string
  /** The values to enter first: the parameters of the path, by their labels. */
  readonly names: Readonly<Record<string, string>>
  /**
   * The values to enter then, by the pointers of their fields. Items of a list after the first need a press of a
   * button.
   */
  readonly fields: Readonly<Record<string, string>>
  readonly rows: readonly string[]
}

const titles: Readonly<Record<string, string>> = {
  fhir: 'Chart',
  portal: 'Payer',
  faxes: 'Fax',
  messages: 'Messages',
  voice: 'Phone',
  files: 'Files',
  clearinghouse: 'Clearinghouse',
  hl7: 'Interface',
  cds: 'Decision support',
}

/** The steps of a recorded call of a system; an app is found by the name of its system in the path. */
export function makeSteps(recorded: JsonObject): PageSteps {
  const path = String(recorded.path)
  const [place = '', ...segments] = path.split('/')
  const group = withoutSystemKey(place)
  const key = /@(.*)$/.exec(place)?.[1]
  const system = defaultSystems.find((one) => one.group?.name === group)
  if (system === undefined) throw new Error(`No system has the group ${group}.`)
  const calls: readonly CallDescription[] = system.calls
  const call = calls.find(({ method, ...one }) => method === recorded.method && fits(one, segments))
  if (call === undefined) throw new Error(`${recorded.method} ${path} is no call of ${system.type}.`)
  const names = namesIn(call, segments)
  const { schema } = Object.values(call.body ?? {})[0] ?? {}
  const isOpen = (schema as { additionalProperties?: unknown } | undefined)?.additionalProperties !== false
  const title = titles[group] ?? group
  const [about] = (system.apps ?? []) as readonly AppDescription[]
  const label = about?.labels?.[call.name] ?? labelled(call.name)
  // A tab of the app, if it has one.
  const start = about?.starts?.find(({ call: name, values }) => name === call.name && values === undefined)
  return {
    app: key === undefined ? title : `${title} (${key})`,
    link: start?.label ?? label,
    action: label,
    names: Object.fromEntries(Object.entries(names).map(([name, value]) => [labelled(name), value])),
    ...(isOpen ? { fields: wholeBody(recorded), rows: [] } : listFields(recorded)),
  }
}

/** The label of a name: `patient_member_id` is `Patient member ID`. */
export function labelled(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/\b(id|npi)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\bdob\b/g, 'date of birth')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function fits({ path, takesRest }: Pick<CallDescription, 'path' | 'takesRest'>, segments: readonly string[]): boolean {
  const template = path.split('/').filter((segment) => segment !== '')
  if (takesRest !== true && template.length !== segments.length) return false
  return template.every((segment, index) => segment.startsWith('{') || segment === segments[index])
}

function namesIn({ path, takesRest }: CallDescription, segments: readonly string[]): Readonly<Record<string, string>> {
  const template = path.split('/').filter((segment) => segment !== '')
  const named = template.flatMap((segment, index): [string, string][] => {
    if (!segment.startsWith('{')) return []
    const isRest = takesRest === true && index === template.length - 1
    return [[segment.slice(1, -1), isRest ? segments.slice(index).join('/') : (segments[index] ?? '')]]
  })
  return Object.fromEntries(named)
}

function wholeBody({ body, text }: JsonObject): Readonly<Record<string, string>> {
  if (typeof text === 'string') return { '/': text }
  return body === undefined ? {} : { '/': JSON.stringify(body) }
}

function listFields({ body = null }: JsonObject): Pick<PageSteps, 'fields' | 'rows'> {
  const fields: Record<string, string> = {}
  const rows: string[] = []
  const visit = (pointer: string, value: JsonValue | undefined): void => {
    if (Array.isArray(value) && value.some(isJsonObject)) {
      for (const [index, item] of value.entries()) {
        rows.push(pointer)
        visit(`${pointer}/${index}`, item)
      }
    } else if (Array.isArray(value)) fields[pointer] = value.join('\n')
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value)) visit(`${pointer}/${name}`, member)
    else if (value !== null && value !== undefined) fields[pointer] = String(value)
  }
  visit('', body)
  return { fields, rows }
}
