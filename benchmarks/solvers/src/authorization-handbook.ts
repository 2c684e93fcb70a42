import type { PortalSystem, TaskSession } from '@carebench/client'

/** A payer, as the handbook lists it. */
export interface DeskPayer {
  readonly name: string
  /** `Organization/payer-01`. */
  readonly organization: string
  /** The group of its portal: `portal`, `portal@prairie`. */
  readonly portal: string
  /** The CDS service that says what it requires. */
  readonly service: string
}

/** A document type that a payer wants. */
export interface WantedDocument {
  /** As payers name it: `clinical_note`. */
  readonly type: string
  readonly maxDays: number
}

/** What a bulletin adds to the requirements of a payer. */
export interface Bulletin {
  readonly payer: string
  readonly procedureCode: string
  /** Days, both included. */
  readonly from: string
  /** Null until further notice. */
  readonly until: string | null
  readonly wants: readonly WantedDocument[]
}

/** The payers of `payers.txt`: a name, and below it indented lines of a label and a value. */
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

/**
 * The bulletins of `bulletins.txt`. Throws for an entry that says something else than which documents to attach too.
 */
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

/** The documents that a text names with their ages: `imaging_report, at most 180 days old`. */
export function parseDocuments(text: string): WantedDocument[] {
  const document = /\b([a-z]+(?:_[a-z]+)+)\b[^,\n]*, at most (\d+) days old/g
  return [...text.matchAll(document)].map(([, type = '', days]) => ({ type, maxDays: Number(days) }))
}

/** Whether a bulletin is in force on a day, `YYYY-MM-DD`. */
export function isInForce(bulletin: Bulletin, day: string): boolean {
  return bulletin.from <= day && (bulletin.until === null || day <= bulletin.until)
}

/** The portal of a payer, which may be behind a key. */
export function openPortal(session: TaskSession, payer: DeskPayer): PortalSystem {
  const [, key] = payer.portal.split('@')
  return key === undefined ? session.portal : session.keyed(key).portal
}
