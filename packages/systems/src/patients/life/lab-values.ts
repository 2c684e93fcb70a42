import { clamp, power, roundTo } from '../arithmetic.js'
import { DAY } from '../calendar.js'
import { type Chance, createChance } from '../seeded-random.js'
import { ANALYTES, type AnalyteKey, PANELS, type PanelKey } from '../tables/labs.js'
import type { Chart } from './chart.js'
import { hasIllness } from './illness.js'
import type { Visit } from './visit.js'

/** Returns the results of a panel at a visit, in the order of the panel; related results are consistent. */
export function measurePanel(chart: Chart, visit: Visit, panel: PanelKey): readonly (readonly [AnalyteKey, number])[] {
  const chance = createChance(chart.seed, chart.person.number, 9, visit.start, Object.keys(PANELS).indexOf(panel))
  const values = panelValues(chart, visit, panel, chance)
  const results: (readonly [AnalyteKey, number])[] = []
  for (const key of PANELS[panel].analytes) {
    const value = values[key]
    if (value !== undefined) results.push([key, roundTo(value, ANALYTES[key].decimals)])
  }
  return results
}

type Values = { readonly [K in AnalyteKey]?: number }

function panelValues(chart: Chart, visit: Visit, panel: PanelKey, chance: Chance): Values {
  const male = chart.person.sex === 'male'
  const has = (key: string) => hasIllness(chart.illnesses, key, visit.start)
  switch (panel) {
    case 'metabolic':
      return metabolicValues(chart, visit, chance)
    case 'lipids':
      return lipidValues(chart, visit, chance)
    case 'glycation':
      return { hba1c: glycation(chart, visit.start) }
    case 'count': {
      const low = has('anemia') && newlyDiagnosed(chart, visit, 'anemia') ? 9.8 : has('anemia') ? 11.4 : undefined
      const usual = male ? 15.2 : 13.6
      const hemoglobin = roundTo(clamp(chance.bell(low ?? usual, 0.5), 7, low === undefined ? 17 : 11.9), 1)
      return {
        leukocytes: chance.bell(7, 1.1) + (visit.reasons.some(({ key }) => key === 'pneumonia') ? 6.5 : 0),
        hemoglobin,
        hematocrit: hemoglobin * 2.98,
        platelets: chance.bell(250, 35),
      }
    }
    case 'thyroid':
      return {
        thyrotropin: newlyDiagnosed(chart, visit, 'thyroid') ? chance.between(6.5, 14) : chance.between(0.9, 4.2),
      }
    case 'iron':
      return { ferritin: has('anemia') ? chance.between(4, 14) : chance.between(35, 120) }
    case 'albumin':
      return { albuminRatio: has('kidney') ? chance.between(35, 240) : chance.between(4, 26) }
    case 'heart':
      return { natriuretic: has('failure') ? chance.between(600, 3800) : chance.between(30, 250) }
    case 'prostate':
      return { antigen: chance.between(0.6, 3.9) }
  }
}

function metabolicValues(chart: Chart, visit: Visit, chance: Chance): Values {
  const { person } = chart
  const age = Math.floor((visit.start - person.birth) / (365.25 * DAY))
  const kidney = hasIllness(chart.illnesses, 'kidney', visit.start)
  const build = createChance(chart.seed, person.number, 10)
  const level = build.unit()
  const target = kidney
    ? 35 + level * 20 + chance.between(-2, 2)
    : declining(
        chart,
        visit,
        level,
        clamp(118 - (age - 20) * 0.7 + (level - 0.5) * 16, 68, 122) + chance.between(-3, 3),
      )
  const has = (key: string) => hasIllness(chart.illnesses, key, visit.start)
  const diabetic = has('type1') || has('type2')
  const early = has('prediabetes') || nearing(chart, 'type2', visit.start) > 0
  const creatinine = roundTo(creatinineFor(target, age, person.sex), 2)
  // The mean glucose that corresponds to an HbA1c is higher than the fasting glucose.
  const fasting = (28.7 * glycation(chart, visit.start) - 46.7) * 0.9
  return {
    glucose: clamp(fasting + chance.bell(0, 4), 70, diabetic ? 330 : early ? 125 : 105),
    urea: (kidney ? 26 : 13.5) + chance.bell(0, 2),
    creatinine,
    filtration: filtrationFor(creatinine, age, person.sex),
    sodium: chance.bell(140, 1.2),
    potassium: chance.bell(kidney ? 4.6 : 4.2, 0.2),
    chloride: chance.bell(102.5, 1.2),
    bicarbonate: chance.bell(kidney ? 23.6 : 25.5, 0.7),
    calcium: chance.bell(9.5, 0.2),
  }
}

function lipidValues(chart: Chart, visit: Visit, chance: Chance): Values {
  const high = hasIllness(chart.illnesses, 'hyperlipidemia', visit.start)
  const fresh = newlyDiagnosed(chart, visit, 'hyperlipidemia')
  const usual = fresh ? chance.between(150, 195) : high ? chance.between(70, 128) : chance.between(78, 128)
  const ldlTarget = usual + (150 - usual) * (high ? 0 : nearing(chart, 'hyperlipidemia', visit.start))
  const hdl = Math.round(clamp(chance.bell(chart.person.sex === 'male' ? 46 : 56, 6), 30, 85))
  const triglycerides = Math.round(high ? chance.between(120, 260) : chance.between(65, 148))
  const cholesterol = Math.round(ldlTarget + hdl + triglycerides / 5)
  return { cholesterol, triglycerides, hdl, ldl: cholesterol - hdl - triglycerides / 5 }
}

/** Returns HbA1c in percent: high at the diagnosis of diabetes, then near the patient's usual level under treatment. */
function glycation(chart: Chart, moment: number): number {
  const { person, illnesses } = chart
  const build = createChance(chart.seed, person.number, 11)
  const control = build.bell(7.2, 0.55)
  const wobble = createChance(chart.seed, person.number, 12, moment).between(-0.25, 0.25)
  const diabetes = illnesses.find(({ key, onset }) => (key === 'type1' || key === 'type2') && onset <= moment)
  if (diabetes !== undefined) {
    const fresh = moment - diabetes.onset < 45 * DAY
    return roundTo(fresh ? clamp(control + 1.6 + wobble, 7.4, 11) : clamp(control + wobble, 6, 10), 1)
  }
  const early = hasIllness(illnesses, 'prediabetes', moment)
  const usual = early ? clamp(6.05 + wobble, 5.7, 6.4) : clamp(5.25 + wobble, 4.8, 5.6)
  return roundTo(usual + (6.4 - usual) * nearing(chart, 'type2', moment), 1)
}

/**
 * Returns how close the onset of a future illness is, from 0 (three years away, or no such illness) to 1 (at its
 * onset).
 */
function nearing(chart: Chart, key: string, moment: number): number {
  const onset = chart.illnesses.find((illness) => illness.key === key)?.onset
  return onset === undefined || onset <= moment ? 0 : clamp(1 - (onset - moment) / (3 * 365 * DAY), 0, 1)
}

/** Returns a filtration rate that declines to the level at the onset of kidney disease. */
function declining(chart: Chart, visit: Visit, level: number, usual: number): number {
  return usual + (63 + level * 4 - usual) * nearing(chart, 'kidney', visit.start)
}

function newlyDiagnosed(chart: Chart, visit: Visit, key: string): boolean {
  const illness = chart.illnesses.find((candidate) => candidate.key === key)
  return illness !== undefined && illness.onset <= visit.start && visit.start - illness.onset < 45 * DAY
}

/** Returns the estimated glomerular filtration rate by the CKD-EPI 2021 equation. */
export function filtrationFor(creatinine: number, age: number, sex: 'female' | 'male'): number {
  const [kappa, alpha, factor] = sex === 'female' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1]
  const ratio = creatinine / kappa
  const slope = ratio < 1 ? power(ratio, alpha) : power(ratio, -1.2)
  return 142 * slope * power(0.9938, age) * factor
}

function creatinineFor(filtration: number, age: number, sex: 'female' | 'male'): number {
  const [kappa, alpha] = sex === 'female' ? [0.7, -0.241] : [0.9, -0.302]
  const ratio = filtration / filtrationFor(kappa, age, sex)
  const creatinine = kappa * power(ratio, ratio > 1 ? 1 / alpha : 1 / -1.2)
  return clamp(creatinine, kappa * 0.7, 12)
}
