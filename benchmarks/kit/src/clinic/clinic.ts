import type { BenchmarkDefinition } from '@carebench/protocol'
import { generateDirectory, generatePatients } from '@carebench/systems/patients'
import { chartDataset } from './chart-dataset.js'
import { telephone } from './claims.js'
import { clearinghouseSystems } from './clearinghouse.js'
import { colleagueResources, colleagues } from './colleagues.js'
import { electronicPage } from './electronic-handbook.js'
import { handbookPages } from './handbook.js'
import { remittancesPage } from './handbook-remittances.js'
import { laboratorySimulators } from './laboratory.js'
import { laboratoryPages } from './laboratory-handbook.js'
import { listDeterminations, type PayerKey, paperTypes, payerKeys, payers, services } from './payer-rules.js'
import type { Clinician } from './people.js'
import { faxSimulators } from './practices.js'
import { referralPages } from './referrals-handbook.js'
import { requestsPages } from './requests-handbook.js'
import { startsAt, today } from './today.js'

/** The seed of the people of the clinic. Changing it changes the world of every instance. */
const worldSeed = 240_001

/** The clinic that all tasks share, and the people in it whom generators have to know. */
export interface Clinic {
  readonly environment: BenchmarkDefinition['environment']
  /** The practitioners from whom instances draw, in a fixed order. */
  readonly clinicians: readonly Clinician[]
  /** The other practitioners, from whom no instance draws, so that adding one changes no draw. */
  readonly colleagues: readonly Clinician[]
  /** The patients of the clinic by full name and date of birth, `Ana Lopez 1961-04-02`. */
  readonly people: ReadonlySet<string>
}

/** Number of patients in the published clinic. */
export const clinicSize = 1000

/**
 * Creates the shared clinic. Its dataset has only a seed and the number of patients, from which the FHIR system
 * generates them, so a benchmark stays small. Tests use fewer patients.
 */
export function createClinic(patients = clinicSize): Clinic {
  const generator = { seed: worldSeed, patients, now: startsAt }
  const people = new Set<string>()
  for (const [patient] of generatePatients(generator)) people.add(toPerson(patient))
  const clinicians = generateDirectory(generator)
    .filter(({ resourceType }) => resourceType === 'Practitioner')
    .map((practitioner) => toClinician(practitioner))
  return {
    clinicians,
    colleagues,
    people,
    environment: {
      name: 'Alder Creek clinics',
      description: `The record of a small health system, its payers, their clearinghouse, its laboratory, and the handbook of the desks, as of ${today}.`,
      simulators: [
        { type: 'FHIR', name: 'Alder Creek record', config: {} },
        ...payerKeys.map((key) => ({
          type: 'Payer',
          ...(key !== 'portal' && { key }),
          name: `${payers[key].name} portal`,
          config: {
            portal: 'standard',
            organization: `Organization/${payers[key].organization}`,
            determinations: listDeterminations(key).map((rule) => ({ ...rule })),
            default_determination: { status: 'pending' },
          },
        })),
        {
          type: 'CDSHooks',
          name: 'Requirements of the payers',
          config: { services: payerKeys.map(requirementsService) },
        },
        ...clearinghouseSystems(),
        telephone(),
        { type: 'Files', name: 'File exchange' },
        ...laboratorySimulators,
        ...faxSimulators,
      ],
      datasets: [
        { type: 'FHIR', name: 'people', config: { generator } },
        chartDataset(colleagueResources(), 'other practitioners'),
        {
          type: 'Files',
          name: 'handbook',
          config: {
            files: Object.entries({
              ...handbookPages(),
              ...laboratoryPages([...clinicians, ...colleagues]),
              ...requestsPages(),
              ...referralPages(),
              'handbook/remittances.txt': remittancesPage(),
              'handbook/electronic-authorizations.txt': electronicPage(),
            }).map(([path, content]) => ({
              path: `inbox/${path}`,
              content,
            })),
          },
        },
      ],
    } as BenchmarkDefinition['environment'],
  }
}

/**
 * Returns the CDS Hooks service that says whether a payer requires an authorization for a draft order, and which
 * documents.
 */
function requirementsService(payer: PayerKey) {
  const { name, service } = payers[payer]
  return {
    id: service,
    hook: 'order-sign',
    title: `Authorization requirements of ${name}`,
    description: `Says whether ${name} requires an authorization for a draft order, and which documents.`,
    rules: services.map(({ code, text, requires }) => ({
      when: { path: 'context.draftOrders.entry[*].resource.code.coding[*].code', equals: code },
      card: { ...makeRuleCard(code, text, requires[payer]), source: { label: name } },
    })),
  }
}

function makeRuleCard(code: string, text: string, wanted: (typeof services)[number]['requires'][PayerKey]) {
  if (wanted === null)
    return { summary: `${code}: no authorization is required.`, detail: `${text}.`, indicator: 'info' }
  const list = wanted.map(({ type, days }) => `- ${type} (${paperTypes[type].display}), at most ${days} days old`)
  return {
    summary: `${code}: an authorization is required.`,
    detail: `${text}. Documents to attach:\n${list.join('\n')}`,
    indicator: 'warning',
  }
}

interface Named {
  readonly family?: string
  readonly given?: readonly string[]
  readonly prefix?: readonly string[]
}

type Resource = ReturnType<typeof generateDirectory>[number]

function toPerson(patient: Resource | undefined): string {
  const [name] = (patient?.name ?? []) as readonly Named[]
  return `${name?.given?.[0]} ${name?.family} ${String(patient?.birthDate)}`
}

function toClinician(practitioner: Resource): Clinician {
  const [name] = (practitioner.name ?? []) as readonly Named[]
  const [identifier] = (practitioner.identifier ?? []) as readonly { readonly value?: string }[]
  return { id: practitioner.id, name: `Dr. ${name?.given?.[0]} ${name?.family}`, npi: identifier?.value ?? '' }
}
