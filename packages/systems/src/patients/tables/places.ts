/** Fictitious towns with postal codes and area codes of their state, and streets. */
export interface Place {
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly areaCode: string
}

export const PLACES: readonly Place[] = [
  { city: 'Alder Creek', state: 'IL', postalCode: '62701', areaCode: '217' },
  { city: 'Bellweather', state: 'IL', postalCode: '62703', areaCode: '217' },
  { city: 'Cinder Falls', state: 'IL', postalCode: '61602', areaCode: '309' },
  { city: 'Dunmore Prairie', state: 'IL', postalCode: '61701', areaCode: '309' },
  { city: 'Eastlake Mills', state: 'IL', postalCode: '61820', areaCode: '217' },
  { city: 'Fernhollow', state: 'IL', postalCode: '62526', areaCode: '217' },
  { city: 'Grand Sycamore', state: 'IL', postalCode: '62704', areaCode: '217' },
  { city: 'Harlan Ridge', state: 'IL', postalCode: '61604', areaCode: '309' },
  { city: 'Juniper Bend', state: 'IL', postalCode: '62702', areaCode: '217' },
  { city: 'Kettle River', state: 'IL', postalCode: '61761', areaCode: '309' },
]

export const STREETS = [
  'Birch Street',
  'Canal Road',
  'Chestnut Avenue',
  'Clover Lane',
  'Cobbler Court',
  'Dogwood Drive',
  'Elm Street',
  'Foundry Road',
  'Garden Way',
  'Harvest Lane',
  'Heron Drive',
  'Hickory Avenue',
  'Larkspur Court',
  'Library Street',
  'Maple Avenue',
  'Meadow Road',
  'Mill Street',
  'Oak Terrace',
  'Orchard Lane',
  'Prairie Avenue',
  'Quarry Road',
  'Railroad Street',
  'Spruce Court',
  'Station Road',
  'Sumac Drive',
  'Walnut Street',
  'Willow Way',
]
