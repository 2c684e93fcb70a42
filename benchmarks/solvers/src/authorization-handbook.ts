import type { PortalSystem, TaskSession } from '@carebench/client'

/** A payer, as the handbook lists it. */
export interface DeskPayer {
  readonly name: string
  /** `Organization/payer-01`. */
  readonly organization: string
  /** The group of its portal, such as `portal` or `portal@prairie`. */
  readonly portal: string
  /** The id of the CDS service that says which documents it requires. */
  readonly service: string
}

/** A document type that a payer wants. */
export interface WantedDocument {
  /** The payers' name, such as `clinical_note`. */
  readonly type: string
  /** Maximum age of the document in days. */
  readonly maxDays: number
}

/** What a bulletin adds to the requirements of a payer. */
export interface Bulletin {
  readonly payer: string
  readonly procedureCode: string
  /** First and last day, `YYYY-MM-DD`; `until` is null if the bulletin holds until further notice. */
  readonly from: string
  readonly until: string | null
  readonly wants: readonly WantedDocument[]
}

/** Parses the payers of `payers.txt`: a name, and below it indented lines with a label and a value. */
export function parsePayers(page: string): DeskPayer[] {
  const row = (label: string): string => `\\n +${label} {2,}(\\S+)`
  const entry = new RegExp(`^(\\S.*)${row('in the chart')}${row('portal')}${row('requirements service')}`, 'gm')
  return [...page.matchAll(entry)].map(([, name = '', organization = '', portal = '', service = '']) => ({
    name,
    organization,
    portal,
    service,
  }))
}

/** Parses the bulletins of `bulletins.txt`. Throws for an entry that is not about documents to attach. */
export function parseBulletins(page: string): Bulletin[] {
  return page
    .split(/^- /m)
    .slice(1)
    .map((entry) => {
      const text = entry.replaceAll(/\s+/g, ' ')
      const head = /^(.+?), .+ \((\w+)\), from (\S+) until (further notice|\S+): (.+)$/.exec(text)
      const wants = parseDocuments(head?.[5] ?? '')
      if (head === null || wants.length === 0) throw new Error(`Expected a bulletin about documents, got: ${text}`)
      const [, payer = '', procedureCode = '', from = '', until = ''] = head
      return { payer, procedureCode, from, until: until === 'further notice' ? null : until, wants }
    })
}

/** Parses the documents that a text names with their maximum ages: `imaging_report, at most 180 days old`. */
export function parseDocuments(text: string): WantedDocument[] {
  const document = /\b([a-z]+(?:_[a-z]+)+)\b[^,\n]*, at most (\d+) days old/g
  return [...text.matchAll(document)].map(([, type = '', days]) => ({ type, maxDays: Number(days) }))
}

/** Whether a bulletin is in force on a day, `YYYY-MM-DD`. */
export function isInForce(bulletin: Bulletin, day: string): boolean {
  return bulletin.from <= day && (bulletin.until === null || day <= bulletin.until)
}

/** Returns the portal of a payer: the only one of the session, or the one with the payer's key. */
export function openPortal(session: TaskSession, payer: DeskPayer): PortalSystem {
  const [, key] = payer.portal.split('@')
  return key === undefined ? session.portal : session.keyed(key).portal
}
