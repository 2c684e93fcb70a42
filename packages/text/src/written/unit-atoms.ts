/** A unit expressed in base units: a factor, and the exponent of each base unit. */
export interface UnitAtom {
  readonly factor: number
  readonly dimension: Readonly<Record<string, number>>
  /** Whether prefixes such as `m` and `k` apply to it. */
  readonly metric: boolean
}

function metric(factor: number, dimension: UnitAtom['dimension']): UnitAtom {
  return { factor, dimension, metric: true }
}

function plain(factor: number, dimension: UnitAtom['dimension']): UnitAtom {
  return { factor, dimension, metric: false }
}

const pressure = { g: 1, m: -1, s: -2 }
const energy = { g: 1, m: 2, s: -2 }
const day = 86_400

/**
 * The supported units of UCUM (case-sensitive codes): the base units, and the derived units common in clinical data.
 * `[iU]` and similar arbitrary units are base units of their own.
 */
export const unitAtoms: ReadonlyMap<string, UnitAtom> = new Map<string, UnitAtom>([
  ['m', metric(1, { m: 1 })],
  ['s', metric(1, { s: 1 })],
  ['g', metric(1, { g: 1 })],
  ['K', metric(1, { K: 1 })],
  ['C', metric(1, { C: 1 })],
  ['A', metric(1, { C: 1, s: -1 })],
  ['rad', metric(1, { rad: 1 })],
  ['deg', plain(Math.PI / 180, { rad: 1 })],
  ['cd', metric(1, { cd: 1 })],
  ['mol', metric(1, { mol: 1 })],
  ['eq', metric(1, { mol: 1 })],
  ['osm', metric(1, { mol: 1 })],
  ['kat', metric(1, { mol: 1, s: -1 })],
  ['U', metric(1e-6 / 60, { mol: 1, s: -1 })],
  ['L', metric(1e-3, { m: 3 })],
  ['l', metric(1e-3, { m: 3 })],
  ['min', plain(60, { s: 1 })],
  ['h', plain(3600, { s: 1 })],
  ['d', plain(day, { s: 1 })],
  ['wk', plain(7 * day, { s: 1 })],
  ['mo', plain(30.4375 * day, { s: 1 })],
  ['a', plain(365.25 * day, { s: 1 })],
  ['Hz', metric(1, { s: -1 })],
  ['N', metric(1e3, { g: 1, m: 1, s: -2 })],
  ['Pa', metric(1e3, pressure)],
  ['bar', metric(1e8, pressure)],
  ['m[Hg]', metric(133_322_000, pressure)],
  ['m[H2O]', metric(9_806_650, pressure)],
  ['J', metric(1e3, energy)],
  ['cal', metric(4184, energy)],
  ['[Cal]', plain(4_184_000, energy)],
  ['W', metric(1e3, { g: 1, m: 2, s: -3 })],
  ['V', metric(1e3, { g: 1, m: 2, s: -2, C: -1 })],
  ['t', metric(1e6, { g: 1 })],
  ['[lb_av]', plain(453.59237, { g: 1 })],
  ['[oz_av]', plain(28.349523125, { g: 1 })],
  ['[in_i]', plain(0.0254, { m: 1 })],
  ['[ft_i]', plain(0.3048, { m: 1 })],
  ['[iU]', metric(1, { '[iU]': 1 })],
  ['[IU]', metric(1, { '[iU]': 1 })],
  ['%', plain(1e-2, {})],
  ['[ppm]', plain(1e-6, {})],
  ['[ppb]', plain(1e-9, {})],
])

/** The prefixes of metric units. */
export const unitPrefixes: ReadonlyMap<string, number> = new Map([
  ['M', 1e6],
  ['k', 1e3],
  ['h', 1e2],
  ['da', 1e1],
  ['d', 1e-1],
  ['c', 1e-2],
  ['m', 1e-3],
  ['u', 1e-6],
  ['n', 1e-9],
  ['p', 1e-12],
  ['f', 1e-15],
])
