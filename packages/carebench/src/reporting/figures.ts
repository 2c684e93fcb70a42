import type { Proportion } from '@carebench/verifier'

/** Formats a share in per cent; values close to 0 or 1 are not rounded to them. */
export function formatPercent(share: number | null): string {
  if (share === null) return '–'
  const text = (share * 100).toFixed(0)
  if (share < 1 && text === '100') return '>99 %'
  return share > 0 && text === '0' ? '<1 %' : `${text} %`
}

/** Formats a share with its interval. */
export function formatProportion(proportion: Proportion | null): string {
  if (proportion === null) return '–'
  const { value, low, high } = proportion
  return `${formatPercent(value)} (${formatPercent(low)} to ${formatPercent(high)})`
}

/** Formats a p-value. */
export function formatProbability(p: number): string {
  if (p >= 0.9995) return p === 1 ? '1' : '>0.999'
  return p < 0.001 ? '<0.001' : p.toFixed(3)
}

/** Formats the time since the start in a short form. */
export function formatElapsed(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  const sign = milliseconds < 0 ? '−' : ''
  const seconds = Math.abs(milliseconds) / 1000
  if (seconds < 60) return `${sign}${seconds < 10 && seconds % 1 !== 0 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${sign}${minutes} min ${Math.round(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${sign}${hours} h ${minutes % 60} min`
  return `${sign}${Math.floor(hours / 24)} d ${hours % 24} h`
}
