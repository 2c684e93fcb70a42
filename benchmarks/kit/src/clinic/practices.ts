import type { JsonObject } from '@carebench/protocol'

/** A practice outside the clinic that keeps documents about patients. */
export interface Practice {
  readonly key: string
  readonly name: string
  readonly fax: string
  /** The number on its old letterhead, which is no longer in use. */
  readonly formerFax: string
}

/** The practices from which documents can be requested, frozen within a major version. */
export const practices: readonly Practice[] = [
  { key: 'lakeside', name: 'Lakeside Physical Therapy', fax: '+12175550161', formerFax: '+12175550171' },
  { key: 'prairie-imaging', name: 'Prairie View Imaging', fax: '+12175550162', formerFax: '+12175550172' },
  { key: 'northfield', name: 'Northfield Sleep Center', fax: '+12175550163', formerFax: '+12175550173' },
  { key: 'riverbend', name: 'Riverbend Family Practice', fax: '+12175550164', formerFax: '+12175550174' },
]

/** The fax machine of the desks. Tasks add the faxes that it receives. */
export const faxSimulators: readonly JsonObject[] = [
  {
    type: 'Fax',
    name: 'Fax of the desks',
    config: {
      from_number: '+12175550191',
      numbers: Object.fromEntries(practices.map(({ fax }) => [fax, { delay_seconds: 60 }])),
    },
  },
]
