import type { Code } from '../coding.js'

/** A vaccine with its schedule. */
export interface Vaccine {
  readonly cvx: Code
  /** Ages of the doses in months. */
  readonly months?: readonly number[]
  /** Every autumn from this age in years. */
  readonly yearlyFrom?: number
  /** The first year in which it was given. */
  readonly since: number
  /** The first year in which it is no longer given. */
  readonly until?: number
  /** The share of the people due who receive it. */
  readonly uptake: number
}

export const VACCINES: readonly Vaccine[] = [
  { cvx: { code: '08', display: 'Hep B, adolescent or pediatric' }, months: [0, 2, 6], since: 1992, uptake: 0.93 },
  { cvx: { code: '119', display: 'rotavirus, monovalent' }, months: [2, 4], since: 2008, uptake: 0.8 },
  { cvx: { code: '20', display: 'DTaP' }, months: [2, 4, 6, 15, 48], since: 1997, uptake: 0.94 },
  { cvx: { code: '49', display: 'Hib (PRP-OMP)' }, months: [2, 4, 12], since: 1991, uptake: 0.92 },
  {
    cvx: { code: '133', display: 'Pneumococcal conjugate PCV 13' },
    months: [2, 4, 6, 12],
    since: 2010,
    until: 2023,
    uptake: 0.92,
  },
  { cvx: { code: '10', display: 'IPV' }, months: [2, 4, 6, 48], since: 2000, uptake: 0.94 },
  { cvx: { code: '03', display: 'MMR' }, months: [12, 48], since: 1990, uptake: 0.94 },
  { cvx: { code: '21', display: 'varicella' }, months: [12, 48], since: 2006, uptake: 0.92 },
  { cvx: { code: '83', display: 'Hep A, ped/adol, 2 dose' }, months: [12, 18], since: 2006, uptake: 0.85 },
  { cvx: { code: '115', display: 'Tdap' }, months: [132], since: 2006, uptake: 0.88 },
  { cvx: { code: '114', display: 'meningococcal MCV4P' }, months: [132, 192], since: 2011, uptake: 0.85 },
  { cvx: { code: '165', display: 'HPV9' }, months: [132, 138], since: 2015, uptake: 0.7 },
  {
    cvx: { code: '113', display: 'Td (adult), 5 Lf tetanus toxoid, preservative free, adsorbed' },
    months: [372, 492, 612, 732],
    since: 2004,
    uptake: 0.6,
  },
  { cvx: { code: '187', display: 'zoster recombinant' }, months: [603, 606], since: 2018, uptake: 0.4 },
  {
    cvx: { code: '33', display: 'pneumococcal polysaccharide PPV23' },
    months: [783],
    since: 2000,
    until: 2022,
    uptake: 0.65,
  },
  {
    cvx: { code: '140', display: 'Influenza, seasonal, injectable, preservative free' },
    yearlyFrom: 1,
    since: 2010,
    uptake: 0.5,
  },
  {
    cvx: {
      code: '216',
      display:
        'Pneumococcal conjugate vaccine 20-valent (PCV20), polysaccharide CRM197 conjugate, adjuvant, preservative ' +
        'free',
    },
    months: [2, 4, 6, 12],
    since: 2023,
    uptake: 0.92,
  },
  {
    cvx: {
      code: '216',
      display:
        'Pneumococcal conjugate vaccine 20-valent (PCV20), polysaccharide CRM197 conjugate, adjuvant, preservative ' +
        'free',
    },
    months: [783],
    since: 2022,
    uptake: 0.65,
  },
  {
    cvx: { code: '309', display: 'COVID-19, mRNA, LNP-S, PF, tris-sucrose, 30 mcg/0.3 mL' },
    yearlyFrom: 12,
    since: 2023,
    uptake: 0.25,
  },
]
