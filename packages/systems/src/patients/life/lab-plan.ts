import { ageAt, DAY } from '../calendar.js'
import { MONITORING, type PanelKey } from '../tables/labs.js'
import type { Chart } from './chart.js'
import { hasIllness } from './illness.js'
import type { Visit } from './visit.js'

/**
 * Returns the panels of each visit: those that the conditions of the patient require, and some at check-ups of adults.
 */
export function planPanels(chart: Chart): readonly (readonly [Visit, PanelKey])[] {
  const { person, visits, illnesses } = chart
  const latest = new Map<PanelKey, number>()
  const plan: (readonly [Visit, PanelKey])[] = []
  const draw = (visit: Visit, panel: PanelKey, everyMonths: number) => {
    const before = latest.get(panel)
    if (before !== undefined && visit.start - before < everyMonths * 30 * DAY) return
    latest.set(panel, visit.start)
    plan.push([visit, panel])
  }
  for (const visit of visits) {
    const age = ageAt(person.birth, visit.start)
    if (visit.kind === 'admission') draw(visit, 'count', 0)
    if (!['wellness', 'followUp', 'problem'].includes(visit.kind) || age < 4) continue
    const own = visit.reasons.map((reason) => reason.key)
    for (const [key, tests] of Object.entries(MONITORING)) {
      if (visit.kind === 'problem' ? !own.includes(key) : !hasIllness(illnesses, key, visit.start)) continue
      for (const { panel, everyMonths } of tests) {
        if (panel !== 'metabolic' || age >= 18) draw(visit, panel, everyMonths)
      }
    }
    if (visit.kind !== 'wellness') continue
    if (age >= 35) draw(visit, 'lipids', 23)
    if (age >= 35) draw(visit, 'glycation', 35)
    if (age >= 30) draw(visit, 'metabolic', 23)
    if (age >= 50) draw(visit, 'count', 23)
  }
  return plan
}
