/** The hooks of the CDS Hooks library that are not deprecated. */
export const hooks = [
  'patient-view',
  'order-select',
  'order-sign',
  'order-dispatch',
  'appointment-book',
  'encounter-start',
  'encounter-discharge',
  'allergyintolerance-create',
  'problem-list-item-create',
  'medication-refill',
] as const

export type Hook = (typeof hooks)[number]
