/** The payers: fictitious companies and the two public programs. */
export type PayerKind = 'commercial' | 'medicaid' | 'medicare'

export interface Payer {
  readonly id: string
  readonly name: string
  readonly kind: PayerKind
  /** The payer id on claims and inquiries. */
  readonly payerId: string
  /** The prefix of its member ids. */
  readonly memberPrefix: string
  readonly plans: readonly string[]
  /** Its relative frequency among the payers of its kind. */
  readonly weight: number
}

export const PAYERS: readonly Payer[] = [
  {
    id: 'payer-01',
    name: 'Evergreen Mutual Health',
    kind: 'commercial',
    payerId: 'EVG01',
    memberPrefix: 'EVM',
    plans: ['Choice PPO', 'Select HMO'],
    weight: 4,
  },
  {
    id: 'payer-02',
    name: 'Prairie Shield Insurance',
    kind: 'commercial',
    payerId: 'PRS02',
    memberPrefix: 'PSI',
    plans: ['Open Access PPO', 'Value HMO'],
    weight: 3,
  },
  {
    id: 'payer-03',
    name: 'Lakeside Benefit Plans',
    kind: 'commercial',
    payerId: 'LBP03',
    memberPrefix: 'LBP',
    plans: ['Lakeside Flex PPO'],
    weight: 2,
  },
  {
    id: 'payer-04',
    name: 'Midland Community Health Plan',
    kind: 'medicaid',
    payerId: 'MCH04',
    memberPrefix: 'MCH',
    plans: ['Medicaid Managed Care'],
    weight: 1,
  },
  {
    id: 'payer-05',
    name: 'Medicare',
    kind: 'medicare',
    payerId: 'MCR05',
    memberPrefix: 'MCR',
    plans: ['Medicare Part A and Part B'],
    weight: 3,
  },
  {
    id: 'payer-06',
    name: 'Evergreen Senior Advantage',
    kind: 'medicare',
    payerId: 'ESA06',
    memberPrefix: 'ESA',
    plans: ['Medicare Advantage PPO'],
    weight: 2,
  },
]
